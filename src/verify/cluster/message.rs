//! What travels, in bytes: the format's number (1 byte), a hash of the program's version (8 bytes, little-endian), then the rest in
//! postcard's format.

use super::key::{self, Subjects, VERSION};
use super::link::Outgoing;
use crate::notation::sfen;
use crate::shogi::Color;
use crate::solver::{Aim, Cause, Outcome, Problem, Statistics, Verdict, View};
use crate::store::Question;
use crate::verify::certificate::Judged;
use crate::verify::check::Effort;
use crate::verify::local::Answer;
use crate::verify::{Check, Claim, Stated};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_64;

/// To be raised when the bytes change their meaning in a way that the version of the program does not tell.
const FORMAT: u8 = 1;

/// Bytes before the contents.
const HEAD: usize = 9;

/// The largest message, in bytes: half of what a server takes by default.
pub(super) const LARGEST: usize = 512 << 10;

/// Problems in one message, at most.
pub(super) const MANY: usize = 64;

/// The longest SFEN of a problem: 81 squares, all promoted, and both hands take less.
const LONGEST_SFEN: usize = 256;

/// Problems that are to be answered in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) check: Check,
    /// Which of [`Check::efforts`] is to be made.
    pub(super) effort: u8,
    /// Nodes of the efforts before it.
    pub(super) spent: u64,
    /// Rises whenever the problems are submitted again or handed back.
    pub(super) generation: u32,
    /// Workers that were lost to messages with it that were refused since.
    pub(super) losses: u32,
    pub(super) posed: Vec<Posed>,
}

/// A problem in canonical orientation, with as much of what is claimed as matters to the search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Posed {
    /// The position. Black attacks.
    pub(super) sfen: String,
    /// The length in plies that is stated.
    pub(super) stated: Option<u32>,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Record {
    /// What the search gave, in canonical orientation, with the nodes of all efforts.
    Answered { verdict: Verdict, nodes: u64, certificate: Option<Judged> },
    /// There is no answer, for this reason, a sentence.
    Failed(String),
}

/// Why a message is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// It is for another version of the program.
    Version,
    /// It is no such message, or goes beyond a bound.
    Malformed,
}

impl Job {
    /// The message that brings it to the workers.
    pub(super) fn outgoing(&self, subjects: &Subjects) -> Outgoing {
        Outgoing { subject: subjects.jobs.clone(), id: Some(key::job_id(self)), payload: encode(self) }
    }

    /// A job that this version can do, its bounds looked at.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Unread> {
        let job: Self = decode(bytes)?;
        let fits = (1..=MANY).contains(&job.posed.len()) && job.effort().is_some();
        let is_problem = |posed: &Posed| posed.problem().is_some();
        if fits && job.posed.iter().all(is_problem) { Ok(job) } else { Err(Unread::Malformed) }
    }

    /// The effort that it asks for.
    pub(super) fn effort(&self) -> Option<Effort> {
        self.check.efforts().nth(self.effort.into())
    }

    /// The same with other problems, once more. No worker was lost to it.
    pub(super) fn again(&self, posed: Vec<Posed>) -> Self {
        Self { posed, generation: self.generation.saturating_add(1), losses: 0, ..*self }
    }

    /// The same, once more, after a delivery with this number, from 1, to a worker that does not do it. Only the deliveries before
    /// have lost a worker.
    pub(super) fn refused(&self, delivery: i64) -> Self {
        Self { losses: self.losses_before(delivery), ..self.again(self.posed.clone()) }
    }

    /// Workers that it has lost when it is delivered for this time, from 1.
    pub(super) fn losses_before(&self, delivery: i64) -> u32 {
        self.losses.saturating_add(u32::try_from(delivery - 1).unwrap_or(0))
    }

    /// The next effort at one of its problems, after so many nodes.
    pub(super) fn harder(&self, posed: Posed, nodes: u64) -> Self {
        Self { effort: self.effort + 1, spent: self.spent + nodes, losses: 0, posed: vec![posed], ..*self }
    }
}

impl Posed {
    pub(super) fn of(Stated { problem, claim, .. }: &Stated) -> Self {
        let (_, position) = View::of(problem);
        Self { sfen: sfen::format(&position.to_setup()), stated: claim.length }
    }

    /// The problem; `None` if it is none.
    pub(super) fn problem(&self) -> Option<Problem> {
        let setup = sfen::parse(Some(&self.sfen).filter(|text| text.len() <= LONGEST_SFEN)?).ok()?;
        Problem::new(&setup, Some(Color::Black)).ok()
    }

    /// What a search is to find out about it.
    pub(super) fn aim(&self, check: &Check) -> Aim {
        check.aim(&Claim { length: self.stated, ..Claim::default() })
    }
}

impl Record {
    /// The record of a canonical problem's answer.
    pub(super) fn of(answer: Answer) -> Self {
        let Answer { outcome, certificate } = answer;
        Self::Answered { verdict: outcome.verdict, nodes: outcome.statistics.nodes, certificate }
    }

    /// The bytes of it; those of a failure if it is too large.
    pub(super) fn encode(&self) -> Vec<u8> {
        let bytes = encode(self);
        if bytes.len() <= LARGEST { bytes } else { encode(&Self::Failed("The answer is too large to be sent.".into())) }
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Unread> {
        decode(bytes)
    }

    /// True if nothing else would come out another time. What ended by its time may come further, on another machine or a quieter one.
    pub(super) fn is_final(&self) -> bool {
        matches!(self, Self::Answered { verdict, .. } if verdict.cut_off() != Some(Cause::Time))
    }

    /// What it says of a problem in its own orientation.
    pub(super) fn answer(self, question: &Question) -> Result<Answer, String> {
        match self {
            Self::Failed(reason) => Err(reason),
            Self::Answered { verdict, nodes, certificate } => {
                let statistics = Statistics { nodes, ..Statistics::default() };
                let outcome = question.turned(Outcome { verdict, refutation: None, statistics });
                Ok(Answer { outcome, certificate })
            }
        }
    }
}

fn version() -> [u8; 8] {
    XxHash3_64::oneshot(VERSION.as_bytes()).to_le_bytes()
}

fn encode(message: &impl Serialize) -> Vec<u8> {
    let head = [&[FORMAT][..], &version()].concat();
    // Nothing in these types keeps the format from holding them.
    postcard::to_extend(message, head).unwrap_or_default()
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unread> {
    let (head, contents) = bytes.split_at_checked(HEAD).ok_or(Unread::Malformed)?;
    if head[0] != FORMAT || head[1..] != version() {
        return Err(Unread::Version);
    }
    if bytes.len() > LARGEST {
        return Err(Unread::Malformed);
    }
    match postcard::take_from_bytes(contents) {
        Ok((message, [])) => Ok(message),
        _ => Err(Unread::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Length, Limits, Line, Mate};
    use crate::verify::Depth;

    const TEXT: &str = "7G1/8k/5B3/6N2/9/9/9/9/9 b BG2r2g4s3n4l18p 1";
    /// Its mirror image and its colour twin.
    const TURNED: [&str; 2] =
        ["1G7/k8/3B5/2N6/9/9/9/9/9 b BG2r2g4s3n4l18p 1", "9/9/9/9/9/2n6/3b5/K8/1g7 w 2R2G4S3N4L18Pbg 1"];

    fn job() -> Job {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let check = Check { limits, table_mib: 2, ..Check::at(Depth::Mate) };
        let posed = vec![Posed { sfen: TEXT.to_owned(), stated: Some(7) }];
        Job { check, effort: 0, spent: 0, generation: 0, losses: 0, posed }
    }

    fn stated(text: &str) -> Stated {
        Stated::of(Problem::new(&sfen::parse(text).unwrap(), None).unwrap())
    }

    #[test]
    fn a_job_comes_as_it_went_and_every_other_kind_is_refused() {
        let bytes = encode(&job());
        assert_eq!(Job::decode(&bytes), Ok(job()));
        for length in 0..bytes.len() {
            assert_eq!(Job::decode(&bytes[..length]), Err(Unread::Malformed), "{length} bytes");
        }
        assert_eq!(Job::decode(&[&bytes[..], &[0]].concat()), Err(Unread::Malformed));
        assert_eq!(Job::decode(&[&bytes[..], &vec![0; LARGEST]].concat()), Err(Unread::Malformed));
        for place in 0..HEAD {
            let mut other = bytes.clone();
            other[place] ^= 1;
            assert_eq!(Job::decode(&other), Err(Unread::Version), "byte {place}");
        }
    }

    #[test]
    fn a_job_beyond_its_bounds_is_refused() {
        let one = || job().posed.remove(0);
        let named = |sfen: &str| Job { posed: vec![Posed { sfen: sfen.to_owned(), stated: None }], ..job() };
        let beyond = [
            Job { effort: 2, ..job() },
            Job { posed: Vec::new(), ..job() },
            Job { posed: vec![one(); MANY + 1], ..job() },
            named("9/9/9/9/9/9/9/9/9 b - 1"),
            named("hello"),
            named(&format!("{TEXT}{}", " ".repeat(LONGEST_SFEN))),
        ];
        for job in beyond {
            assert_eq!(Job::decode(&encode(&job)), Err(Unread::Malformed), "{job:?}");
        }
        assert!(Job::decode(&encode(&Job { posed: vec![one(); MANY], effort: 1, ..job() })).is_ok());
    }

    #[test]
    fn twins_are_posed_as_one_problem() {
        for text in TURNED {
            assert_eq!(Posed::of(&stated(text)), Posed::of(&stated(TEXT)), "{text}");
        }
        let posed = Posed::of(&stated(TEXT));
        let canonical = Posed::of(&Stated::of(posed.problem().unwrap()));
        assert_eq!(posed, canonical);
    }

    #[test]
    fn a_record_comes_as_it_went() {
        let mate = Mate::found(Line::default(), Length { at_least: 3, at_most: 7 });
        let answered = |verdict| Record::Answered { verdict, nodes: 5, certificate: Some(Judged::Accepted) };
        let records = [
            answered(Verdict::Mate(Box::new(mate))),
            answered(Verdict::NoMate),
            answered(Verdict::Unknown(Cause::Nodes)),
            Record::Failed("A sentence.".to_owned()),
        ];
        for record in records {
            assert_eq!(Record::decode(&record.encode()), Ok(record));
        }
        assert_eq!(Record::decode(b""), Err(Unread::Malformed));
        let large = Record::Failed("x".repeat(LARGEST)).encode();
        assert!(large.len() < LARGEST && matches!(Record::decode(&large), Ok(Record::Failed(_))));
    }

    #[test]
    fn the_id_of_a_job_tells_what_is_sent_again_from_what_is_another() {
        let id = key::job_id;
        let again = job().again(job().posed);
        let harder = job().harder(job().posed.remove(0), 9);
        let others = [again.clone(), harder.clone(), Job { check: Check { certify: true, ..job().check }, ..job() }];
        assert_eq!(id(&job()), id(&job()));
        assert!(others.iter().all(|other| id(other) != id(&job())) && id(&again) != id(&harder));
        assert_eq!((harder.effort, harder.spent), (1, 9));
    }

    #[test]
    fn only_lost_workers_count_however_often_a_job_is_refused() {
        let mut refused = job();
        for generation in 1..1_000 {
            refused = refused.refused(1);
            assert_eq!((refused.losses_before(1), refused.generation), (0, generation));
        }
        let lost = refused.refused(3).refused(1).refused(2);
        assert_eq!((lost.losses, lost.losses_before(1), lost.losses_before(2)), (3, 3, 4));
        assert_eq!(lost.posed, job().posed);
        assert_ne!(key::job_id(&lost), key::job_id(&lost.refused(1)), "the server takes it for another");
        assert_eq!((lost.again(job().posed).losses, lost.harder(job().posed.remove(0), 9).losses), (0, 0));
    }

    #[test]
    fn what_failed_or_ended_by_its_time_is_not_final() {
        let answered = |verdict| Record::Answered { verdict, nodes: 5, certificate: None };
        let mate = |unfinished| {
            let found = Mate::found(Line::default(), Length { at_least: 3, at_most: 7 });
            Verdict::Mate(Box::new(Mate { unfinished, ..found }))
        };
        for verdict in [mate(None), mate(Some(Cause::Nodes)), Verdict::NoMate, Verdict::Unknown(Cause::Memory)] {
            assert!(answered(verdict.clone()).is_final(), "{verdict:?}");
        }
        for verdict in [mate(Some(Cause::Time)), Verdict::Unknown(Cause::Time)] {
            assert!(!answered(verdict.clone()).is_final(), "{verdict:?}");
        }
        assert!(!Record::Failed("A sentence.".to_owned()).is_final());
    }

    #[test]
    fn what_is_asked_in_another_way_has_other_subjects() {
        let check = job().check;
        let question = Question::new(&stated(TEXT).problem, check.aim(&Claim::default()), None);
        let result = |check: Check| Subjects::of(&check).result(&question);
        let more = Limits { nodes: Some(50_001), ..check.limits };
        for other in
            [Check { limits: more, ..check }, Check { table_mib: 3, ..check }, Check { depth: Depth::Raw, ..check }]
        {
            assert_ne!(result(other), result(check));
            assert_ne!(Subjects::of(&other).jobs, Subjects::of(&check).jobs);
        }
        for text in TURNED {
            let turned = Question::new(&stated(text).problem, check.aim(&Claim::default()), None);
            assert_eq!(Subjects::of(&check).result(&turned), result(check));
        }
    }
}
