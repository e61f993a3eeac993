//! Cubic Bézier curves: the shape of every edge.

use super::point::Point;

/// A cubic Bézier curve by its four points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cubic(pub [Point; 4]);

impl Cubic {
    /// The curve from `from` to `to` that passes `via` halfway.
    pub fn through(from: Point, via: Point, to: Point) -> Cubic {
        // A parabola through `via` at one half, written as a cubic.
        let control = via * 2.0 - from.middle(to);
        Cubic([from, from.towards(control, 2.0 / 3.0), to.towards(control, 2.0 / 3.0), to])
    }

    /// The loop at `centre` whose farthest point is `peak`, leaving and entering at half of
    /// `opening` degrees from its axis.
    pub fn looped(centre: Point, peak: Point, opening: f64) -> Cubic {
        let half = opening / 2.0;
        let reach = (peak - centre) * (1.0 / (0.75 * half.to_radians().cos()));
        Cubic([centre, centre + reach.turned(-half), centre + reach.turned(half), centre])
    }

    /// The point at parameter `t` from 0 to 1.
    pub fn at(&self, t: f64) -> Point {
        let [a, b, c, d] = self.0;
        let s = 1.0 - t;
        a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
    }

    /// Direction of the curve at `t`.
    pub fn direction(&self, t: f64) -> Point {
        let step = 1e-4;
        (self.at((t + step).min(1.0)) - self.at((t - step).max(0.0))).unit()
    }

    /// The part between two parameters.
    pub fn part(&self, from: f64, to: f64) -> Cubic {
        let (_, tail) = self.split(from);
        let share = if from < 1.0 { (to - from) / (1.0 - from) } else { 0.0 };
        tail.split(share).0
    }

    fn split(&self, t: f64) -> (Cubic, Cubic) {
        let [a, b, c, d] = self.0;
        let (ab, bc, cd) = (a.towards(b, t), b.towards(c, t), c.towards(d, t));
        let (abc, bcd) = (ab.towards(bc, t), bc.towards(cd, t));
        let middle = abc.towards(bcd, t);
        (Cubic([a, ab, abc, middle]), Cubic([middle, bcd, cd, d]))
    }

    /// The parameter where the curve first leaves the region that contains its start, found by
    /// stepping and halving.
    pub fn leaves(&self, inside: impl Fn(Point) -> bool) -> f64 {
        const STEPS: i32 = 64;
        let mut low = 0.0;
        for step in 1..=STEPS {
            let t = f64::from(step) / f64::from(STEPS);
            if !inside(self.at(t)) {
                let mut high = t;
                for _ in 0..30 {
                    let middle = f64::midpoint(low, high);
                    if inside(self.at(middle)) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                return high;
            }
            low = t;
        }
        0.0
    }

    /// The same curve run backwards.
    pub fn reversed(&self) -> Cubic {
        let [a, b, c, d] = self.0;
        Cubic([d, c, b, a])
    }

    /// Distance of `point` from the curve, to about a hundredth of its length.
    pub fn distance(&self, point: Point) -> f64 {
        const STEPS: i32 = 24;
        let mut before = self.0[0];
        let mut least = f64::INFINITY;
        for step in 1..=STEPS {
            let after = self.at(f64::from(step) / f64::from(STEPS));
            least = least.min(point.square_to_segment(before, after));
            before = after;
        }
        least.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Point, b: Point) -> bool {
        (a - b).length() < 1e-6
    }

    #[test]
    fn a_curve_passes_its_via_point_halfway() {
        let via = Point::new(3.0, -7.0);
        let curve = Cubic::through(Point::new(0.0, 0.0), via, Point::new(10.0, 0.0));
        assert!(near(curve.at(0.5), via));
    }

    #[test]
    fn a_loop_is_farthest_at_its_peak() {
        let peak = Point::new(0.0, -9.0);
        let curve = Cubic::looped(Point::default(), peak, 70.0);
        assert!(near(curve.at(0.5), peak));
        assert!(near(curve.at(0.0), curve.at(1.0)));
    }

    #[test]
    fn a_part_of_a_curve_lies_on_it() {
        let curve =
            Cubic::through(Point::new(0.0, 0.0), Point::new(5.0, 4.0), Point::new(10.0, 0.0));
        let part = curve.part(0.25, 0.75);
        assert!(near(part.at(0.0), curve.at(0.25)) && near(part.at(1.0), curve.at(0.75)));
        assert!(near(part.at(0.5), curve.at(0.5)));
    }

    #[test]
    fn a_curve_leaves_a_disc_at_its_rim() {
        let curve = Cubic::through(Point::default(), Point::new(5.0, 0.0), Point::new(10.0, 0.0));
        let t = curve.leaves(|point| point.length() < 3.0);
        assert!((curve.at(t).length() - 3.0).abs() < 1e-6);
    }
}
