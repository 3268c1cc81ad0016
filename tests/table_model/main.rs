//! A model check of the transposition table's bucket: the source files themselves, with loom's atomics in the place of the
//! real ones.

/// What the sources name of the library.
mod shogi {
    pub(crate) use tsumi::shogi::{Hand, Key, PieceKind};
}

#[path = "../../src/solver"]
mod solver {
    #[allow(dead_code)]
    pub(crate) mod length;
    #[allow(dead_code)]
    pub(crate) mod proof_number;

    mod table {
        #[allow(dead_code)]
        mod bucket;
        mod entry;
        #[path = "../../../tests/table_model/models.rs"]
        mod models;
        #[allow(dead_code)]
        mod origin;

        #[path = "../../../tests/table_model/sync.rs"]
        mod sync;
    }
}
