//! Hints to the memory system. Both are hints only: without them the table is slower, never different.

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
