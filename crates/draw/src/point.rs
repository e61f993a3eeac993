//! Points of the drawing plane.

use std::ops::{Add, Mul, Neg, Sub};

/// A point, or the way from one point to another, in millimetres; x to the right, **y downwards**.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point (`x`, `y`).
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The point at `distance` from the origin in the direction `degrees`: 0 is up, 90 is right
    /// (clockwise, as a clock's hand).
    ///
    /// ```
    /// # use cubegraph_draw::Point;
    /// assert!((Point::clock(90.0, 2.0) - Point::new(2.0, 0.0)).length() < 1e-9);
    /// ```
    pub fn clock(degrees: f64, distance: f64) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Point::new(distance * sin, -distance * cos)
    }

    /// Distance from the origin.
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The point halfway to `other`.
    #[must_use]
    pub fn middle(self, other: Point) -> Point {
        (self + other) * 0.5
    }

    /// The point on the way to `other`; `share` 0 is this one, 1 the other.
    #[must_use]
    pub fn towards(self, other: Point, share: f64) -> Point {
        self + (other - self) * share
    }

    /// The same direction with length one; the zero vector stays as it is.
    #[must_use]
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// The vector turned by a quarter clockwise, as seen.
    #[must_use]
    pub fn quarter_turn(self) -> Point {
        Point::new(-self.y, self.x)
    }

    /// The vector turned by `degrees` clockwise, as seen.
    #[must_use]
    pub fn turned(self, degrees: f64) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Point::new(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }

    /// The square of the distance to the nearest point of a segment.
    pub fn square_to_segment(self, from: Point, to: Point) -> f64 {
        let (way, there) = (to - from, self - from);
        let square = (way.x * way.x + way.y * way.y).max(f64::MIN_POSITIVE);
        let along = ((there.x * way.x + there.y * way.y) / square).clamp(0.0, 1.0);
        let aside = there - way * along;
        aside.x * aside.x + aside.y * aside.y
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        self * -1.0
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point::new(x, y)
    }
}

/// An upright rectangle around things already drawn; starts empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Upper left corner.
    pub least: Point,
    /// Lower right corner.
    pub most: Point,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            least: Point::new(f64::INFINITY, f64::INFINITY),
            most: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
        }
    }
}

impl Bounds {
    /// Does it contain nothing?
    pub fn is_empty(&self) -> bool {
        self.least.x > self.most.x || self.least.y > self.most.y
    }

    /// Grows to contain the disc or square of this half width around `centre`.
    pub fn include(&mut self, centre: Point, half_width: f64, half_height: f64) {
        self.least.x = self.least.x.min(centre.x - half_width);
        self.least.y = self.least.y.min(centre.y - half_height);
        self.most.x = self.most.x.max(centre.x + half_width);
        self.most.y = self.most.y.max(centre.y + half_height);
    }

    /// Width; 0 when empty.
    pub fn width(&self) -> f64 {
        (self.most.x - self.least.x).max(0.0)
    }

    /// Height; 0 when empty.
    pub fn height(&self) -> f64 {
        (self.most.y - self.least.y).max(0.0)
    }
}
