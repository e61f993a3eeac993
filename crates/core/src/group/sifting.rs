//! The parts of a stabiliser chain: permutations that are cheap to multiply, and one level of the
//! chain.

use super::Permutation;

/// A permutation being worked on, with its inverse at hand.
#[derive(Clone, Debug)]
pub(super) struct Working {
    images: Vec<u32>,
    preimages: Vec<u32>,
}

/// A permutation as the points it moves and where they go: multiplying by it costs what it moves,
/// not its degree.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    moved: Vec<(u32, u32)>,
}

impl Sparse {
    /// The inverse of a permutation given by images.
    pub(super) fn inverse_of(images: &[u32]) -> Sparse {
        let mut moved: Vec<(u32, u32)> = (0..)
            .zip(images)
            .filter(|(point, image)| point != *image)
            .map(|(point, &image)| (image, point))
            .collect();
        moved.sort_unstable();
        Sparse { moved }
    }
}

impl Working {
    pub(super) fn identity(degree: usize) -> Working {
        let images: Vec<u32> = (0..degree).map(point).collect();
        Working { preimages: images.clone(), images }
    }

    pub(super) fn from_permutation(permutation: &Permutation, degree: usize) -> Working {
        Working::from_images((0..degree).map(|p| permutation.image(point(p))).collect())
    }

    fn from_images(images: Vec<u32>) -> Working {
        let mut preimages = vec![0; images.len()];
        for (p, &image) in (0..).zip(&images) {
            preimages[image as usize] = p;
        }
        Working { images, preimages }
    }

    pub(super) fn image(&self, p: u32) -> u32 {
        self.images[p as usize]
    }

    pub(super) fn images(&self) -> &[u32] {
        &self.images
    }

    pub(super) fn into_images(self) -> Vec<u32> {
        self.images
    }

    pub(super) fn inverted(self) -> Working {
        Working { images: self.preimages, preimages: self.images }
    }

    pub(super) fn is_identity(&self) -> bool {
        self.first_moved().is_none()
    }

    pub(super) fn first_moved(&self) -> Option<u32> {
        (0..).zip(&self.images).find(|(p, image)| p != *image).map(|(p, _)| p)
    }

    /// Applies another permutation after this one.
    pub(super) fn then(&mut self, second: &Sparse) {
        for &(from, to) in &second.moved {
            self.images[self.preimages[from as usize] as usize] = to;
        }
        // All of the moved points are images of the moved points again, so the places to mend are
        // known.
        let places: Vec<u32> =
            second.moved.iter().map(|&(from, _)| self.preimages[from as usize]).collect();
        for (&(_, to), place) in second.moved.iter().zip(places) {
            self.preimages[to as usize] = place;
        }
    }

    /// Applies another permutation, given by images, after this one.
    pub(super) fn then_dense(&mut self, second: &[u32]) {
        for image in &mut self.images {
            *image = second[*image as usize];
        }
        for (p, &image) in (0..).zip(&self.images) {
            self.preimages[image as usize] = p;
        }
    }
}

fn point(index: usize) -> u32 {
    u32::try_from(index).expect("points fit 32 bits")
}

/// One level of the chain: a base point, its orbit under the strong generators that fix the base
/// points before it, and for each point of the orbit an element that takes it back to the base
/// point.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) base: u32,
    pub(super) orbit: Vec<u32>,
    /// Numbers of the strong generators of this level.
    pub(super) generators: Vec<usize>,
    ways_back: Vec<Sparse>,
    /// The place in `orbit` of each point, or `ABSENT`.
    places: Vec<u32>,
    bytes: usize,
}

const ABSENT: u32 = u32::MAX;

impl Level {
    pub(super) fn new(base: u32, degree: usize) -> Level {
        let mut places = vec![ABSENT; degree];
        places[base as usize] = 0;
        Level {
            base,
            orbit: vec![base],
            generators: Vec::new(),
            ways_back: vec![Sparse { moved: Vec::new() }],
            places,
            bytes: 0,
        }
    }

    /// The place of a point in the orbit.
    pub(super) fn place(&self, point: u32) -> Option<usize> {
        match self.places[point as usize] {
            ABSENT => None,
            place => Some(place as usize),
        }
    }

    /// The element that takes a point of the orbit to the base point.
    pub(super) fn way_back(&self, from: u32) -> Option<&Sparse> {
        match self.places[from as usize] {
            ABSENT => None,
            place => Some(&self.ways_back[place as usize]),
        }
    }

    /// The element that takes the base point to a point of the orbit.
    pub(super) fn way_there(&self, to: u32, degree: usize) -> Working {
        let mut back = Working::identity(degree);
        back.then(&self.ways_back[self.places[to as usize] as usize]);
        back.inverted()
    }

    /// Adds a strong generator, by its number, and enlarges the orbit.
    pub(super) fn add_generator(&mut self, number: usize, strong: &[Working]) {
        self.generators.push(number);
        let (old, last) = (self.orbit.len(), self.generators.len() - 1);
        for place in 0..old {
            self.visit(place, last, strong);
        }
        let mut place = old;
        while place < self.orbit.len() {
            for k in 0..self.generators.len() {
                self.visit(place, k, strong);
            }
            place += 1;
        }
    }

    /// Adds the image of an orbit point under a generator, if it is new: its way back is the
    /// generator's inverse, then the point's own way back.
    fn visit(&mut self, place: usize, k: usize, strong: &[Working]) {
        let generator = &strong[self.generators[k]];
        let image = generator.image(self.orbit[place]);
        if self.places[image as usize] != ABSENT {
            return;
        }
        let mut back = generator.clone().inverted();
        back.then(&self.ways_back[place]);
        self.places[image as usize] = point(self.orbit.len());
        self.orbit.push(image);
        let back = Sparse::inverse_of(&back.inverted().into_images());
        self.bytes += 8 * back.moved.len();
        self.ways_back.push(back);
    }

    /// About how many bytes this level takes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + 4 * self.places.len()
    }
}
