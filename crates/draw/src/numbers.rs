//! Numbers on axes and labels.

use cubegraph_core::text::grouped;

/// Every how many-th thing of this width fits when one has `slot`.
pub(super) fn every_so_many(width: f64, slot: f64) -> usize {
    let ratio = (width / slot.max(1e-6)).ceil().clamp(1.0, 1e6);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and a million"
    )]
    {
        ratio as usize
    }
}

/// The next larger 1, 2 or 5 times a power of ten, and never below 1: counts are whole.
pub(super) fn round_step(rough: f64) -> f64 {
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough * 0.999);
    step.unwrap_or(10.0 * power).max(1.0)
}

/// A whole number short enough for an axis.
pub(super) fn number_in_words(value: f64) -> String {
    if value < 1e7 {
        return grouped(format!("{value:.0}"));
    }
    let power = value.log10().floor();
    let digits = value / 10_f64.powf(power);
    let digits = format!("{digits:.1}");
    format!("{}·{}", digits.trim_end_matches(".0"), power_in_words(power))
}

/// A power of ten.
pub(super) fn power_in_words(decade: f64) -> String {
    if (0.0..=4.0).contains(&decade) {
        return grouped(format!("{:.0}", 10_f64.powf(decade)));
    }
    let exponent: String = format!("{decade:.0}")
        .chars()
        .map(|digit| match digit.to_digit(10) {
            Some(1) => '¹',
            Some(2) => '²',
            Some(3) => '³',
            Some(other) => char::from_u32(0x2070 + other).unwrap_or('⁰'),
            None => '⁻',
        })
        .collect();
    format!("10{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_steps_read_well() {
        assert_eq!(power_in_words(3.0), "1,000");
        assert_eq!(power_in_words(15.0), "10¹⁵");
        assert_eq!(number_in_words(2e7), "2·10⁷");
        assert!((round_step(23.0) - 50.0).abs() < 1e-9);
        assert!((round_step(0.2) - 1.0).abs() < 1e-9);
    }
}
