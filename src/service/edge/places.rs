//! Room for connections: so many in all, and so many from each address.

use super::caller::network;
use dashmap::{DashMap, Entry};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hands out places.
pub(super) struct Places {
    all: Arc<Semaphore>,
    count: u32,
    of_each: Option<NonZeroU32>,
    /// Places taken from addresses that have any, if they are bounded.
    taken: DashMap<IpAddr, u32>,
}

/// A place that is taken; dropping it gives it back.
pub(super) struct Place {
    places: Arc<Places>,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    pub(super) fn new(open: usize, of_each: Option<NonZeroU32>) -> Arc<Self> {
        let count = u32::try_from(open).unwrap_or(u32::MAX).max(1);
        let all = Arc::new(Semaphore::new(count as usize));
        Arc::new(Self { all, count, of_each, taken: DashMap::new() })
    }

    /// A place for a connection from an address; `None` if there is no room for it.
    pub(super) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let permit = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let address = network(address);
        if let Some(most) = self.of_each {
            let mut taken = self.taken.entry(address).or_insert(0);
            if *taken >= most.get() {
                return None;
            }
            *taken += 1;
        }
        Some(Place { places: Arc::clone(self), address, _permit: permit })
    }

    /// Ready when every place is given back.
    pub(super) async fn empty(&self) {
        let _ = self.all.acquire_many(self.count).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.places.of_each.is_none() {
            return;
        }
        if let Entry::Occupied(mut taken) = self.places.taken.entry(self.address) {
            *taken.get_mut() -= 1;
            if *taken.get() == 0 {
                taken.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_share_and_all_together_theirs() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let (one, same, other) = (address("2001:db8::1"), address("2001:db8::2"), address("192.0.2.1"));
        let places = Places::new(3, NonZeroU32::new(2));
        let mut held: Vec<Place> = [one, same].into_iter().filter_map(|from| places.take(from)).collect();
        assert_eq!(held.len(), 2);
        assert!(places.take(one).is_none(), "as many as one network may have");
        held.extend(places.take(other));
        assert!(held.len() == 3 && places.take(other).is_none(), "as many as there are");
        held.remove(0);
        held.extend(places.take(same));
        assert_eq!(held.len(), 3);
        drop(held);
        assert!(places.taken.is_empty());
        let unbounded = Places::new(2, None);
        assert!(unbounded.take(one).is_some_and(|_first| unbounded.take(one).is_some()));
        assert!(unbounded.taken.is_empty());
    }
}
