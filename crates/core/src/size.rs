//! Sizes such as `3x2` or `2x2x2`.

/// The factors of a size: whole numbers between `x`, `X` or `×`. `None` if it is not a size.
///
/// # Examples
/// ```
/// # use cubegraph_core::size::factors;
/// assert_eq!(factors("3x2"), Some(vec![3, 2]));
/// assert_eq!(factors("2 × 2 × 1"), Some(vec![2, 2, 1]));
/// assert_eq!(factors("3"), None);
/// assert_eq!(factors("3x"), None);
/// ```
pub fn factors(text: &str) -> Option<Vec<u64>> {
    let numbers: Option<Vec<u64>> =
        text.split(['x', 'X', '×']).map(|number| number.trim().parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() > 1)
}
