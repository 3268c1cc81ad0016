//! Numbers as Japanese texts have them: `17`, `１７`, `十七`.

use super::text::narrow;

const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A number below a hundred in kanji; nothing for 0.
pub fn kanji(value: u32) -> String {
    let (tens, ones) = (value / 10 % 10, value % 10);
    let mut text = String::new();
    text.extend((tens > 1).then(|| DIGITS[tens as usize]));
    text.extend((tens > 0).then_some('十'));
    text.extend((ones > 0).then(|| DIGITS[ones as usize]));
    text
}

/// The value of a digit in half or full width or in kanji.
pub(super) fn digit(letter: char) -> Option<u32> {
    let kanji = || DIGITS.iter().position(|&digit| digit == letter).map(|value| value as u32);
    narrow(letter).to_digit(10).or_else(kanji)
}

/// The value of a text of digits (`一五二五` too) with 十, 百 and 千 between them; `None` if it is something else.
pub(super) fn parse(text: &str) -> Option<u32> {
    let (mut total, mut digits) = (0_u32, None::<u32>);
    for letter in text.chars() {
        if let Some(value) = digit(letter) {
            digits = Some(digits.unwrap_or(0).checked_mul(10)?.checked_add(value)?);
        } else {
            total = total.checked_add(digits.take().unwrap_or(1).checked_mul(unit(letter)?)?)?;
        }
    }
    if text.is_empty() { None } else { total.checked_add(digits.unwrap_or(0)) }
}

fn unit(letter: char) -> Option<u32> {
    match letter {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1000),
        _ => None,
    }
}

/// True for what [`parse`] takes.
pub(super) fn is_part(letter: char) -> bool {
    digit(letter).is_some() || unit(letter).is_some()
}

/// The length of a problem that a text states, `十七手詰` or `17手詰め`.
pub(super) fn stated_length(text: &str) -> Option<u32> {
    text.match_indices("手詰").find_map(|(end, _)| {
        let before = text[..end].trim_end();
        parse(&before[before.trim_end_matches(is_part).len()..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_is_read() {
        for (text, value) in [
            ("0", Some(0)),
            ("18", Some(18)),
            ("１８", Some(18)),
            ("十八", Some(18)),
            ("二十", Some(20)),
            ("千五百二十五", Some(1525)),
            ("一五二五", Some(1525)),
            ("六百十一", Some(611)),
            ("", None),
            ("七手", None),
            ("-1", None),
            ("99999999999", None),
            ("九九九九九九九九九千", None),
        ] {
            assert_eq!(parse(text), value, "{text}");
        }
        assert!((1..100).all(|value| parse(&kanji(value)) == Some(value)));
    }

    #[test]
    fn lengths_are_found_in_titles() {
        for (text, length) in [
            ("初形曲詰　七手詰", Some(7)),
            ("13手詰（無駄合を含めて15手詰）", Some(13)),
            ("３ 手詰め", Some(3)),
            ("手詰まり、5手詰", Some(5)),
            ("5手以内の詰み", None),
            ("詰将棋", None),
        ] {
            assert_eq!(stated_length(text), length, "{text}");
        }
    }
}
