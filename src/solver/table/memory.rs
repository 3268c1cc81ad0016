//! Hints to the memory system. Both are hints only: without them the table is slower, never different.
//!
//! Huge pages for the whole table, measured on a machine with two virtual cores (CPU seconds, user + system, a new process with
//! a table of 1 GiB; what the host of the machine has taken back costs it up to 2 s to give again, whoever asks):
//!
//! | work | huge pages | none |
//! |---|---|---|
//! | 44 nodes | 0.01 + 0.01 (83 MiB in use) | 0.01 + 0.00 (11 MiB) |
//! | 3 M nodes of zuko-100 | 1.68 + 0.08 | 2.02 + 1.00 |
//! | the same, memory taken back by the host | 1.71 + 2.05 | 2.07 + 1.03 |

use std::sync::atomic::AtomicU64;

/// Starts loading the cache line of `word`.
///
/// All children of a node are asked for before the first is read, so that their cache misses overlap.
#[inline]
pub(super) fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    // SAFETY: a prefetch has no effect but on the cache, and the address is that of a live word. SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}

/// Asks for 2 MiB pages, so that a random access seldom misses the address translation too.
pub(super) fn ask_for_huge_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let start = (words.as_ptr() as usize).next_multiple_of(PAGE);
        let end = (words.as_ptr() as usize + size_of_val(words)) / PAGE * PAGE;
        #[allow(unsafe_code)]
        // SAFETY: the whole pages lie inside the allocation, and MADV_HUGEPAGE changes no content.
        unsafe {
            libc::madvise(start as *mut libc::c_void, end.saturating_sub(start), libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}
