//! Parquet: the report as a file of columns.

use super::columns::{Cell, TITLES, cells, is_number};
use super::{Asked, Report};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows that are kept until they are written together.
const GROUP: usize = 50_000;

/// A file that is being written.
pub(super) struct Columns<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The cells that wait, column by column.
    waiting: [Vec<Cell>; TITLES.len()],
}

impl<W: Write + Send> Columns<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let fields: Result<Vec<_>> = TITLES.into_iter().map(field).collect();
        let schema = Type::group_type_builder("report").with_fields(fields?).build()?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { writer, waiting: [const { Vec::new() }; TITLES.len()] })
    }

    /// Adds a row.
    pub(super) fn write(&mut self, report: &Report, asked: &Asked) -> io::Result<()> {
        self.waiting.iter_mut().zip(cells(report, asked)).for_each(|(column, cell)| column.push(cell));
        if self.waiting[0].len() < GROUP { Ok(()) } else { Ok(self.write_group()?) }
    }

    /// Writes what waits, and the end of the file.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.write_group()?;
        self.writer.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for (title, cells) in TITLES.into_iter().zip(&mut self.waiting) {
            if let Some(column) = group.next_column()? {
                write_column(column, title, &std::mem::take(cells))?;
            }
        }
        group.close()?;
        Ok(())
    }
}

fn field(title: &str) -> Result<Arc<Type>> {
    let (physical, logical) =
        if is_number(title) { (Physical::INT64, None) } else { (Physical::BYTE_ARRAY, Some(LogicalType::String)) };
    let field = Type::primitive_type_builder(title, physical).with_logical_type(logical);
    Ok(Arc::new(field.with_repetition(Repetition::OPTIONAL).build()?))
}

/// Writes the cells of a column; an empty one is a null.
fn write_column(mut column: SerializedColumnWriter<'_>, title: &str, cells: &[Cell]) -> Result<()> {
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(*cell != Cell::Empty)).collect();
    if is_number(title) {
        let number = |cell: &Cell| if let Cell::Number(number) = cell { Some(number.cast_signed()) } else { None };
        let numbers: Vec<i64> = cells.iter().filter_map(number).collect();
        column.typed::<Int64Type>().write_batch(&numbers, Some(&levels), None)?;
    } else {
        let text = |cell: &Cell| if let Cell::Text(text) = cell { Some(ByteArray::from(text.as_str())) } else { None };
        let texts: Vec<ByteArray> = cells.iter().filter_map(text).collect();
        column.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
    }
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::report::Body;
    use crate::verify::{Check, Depth, Reason};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;

    #[test]
    fn rows_come_back_as_they_were() {
        let asked = Asked::new(Check::at(Depth::Raw), "");
        let path = std::env::temp_dir().join(format!("tsumi-columns-{}.parquet", std::process::id()));
        let mut columns = Columns::new(std::fs::File::create(&path).unwrap()).unwrap();
        for number in 0..GROUP + 7 {
            let body = Body::Invalid(Reason::new(Reason::NO_PROBLEM, "There is none, 詰将棋.").into());
            columns.write(&Report { id: format!("x:{number}"), same_as: None, body }, &asked).unwrap();
        }
        columns.end().unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
        std::fs::remove_file(path).unwrap();
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap()).collect();
        assert_eq!((rows.len(), rows[GROUP + 6].get_string(0).unwrap().as_str()), (GROUP + 7, "x:50006"));
        assert_eq!(rows[3].get_string(TITLES.len() - 1).unwrap(), "NO_PROBLEM: There is none, 詰将棋.");
        assert_eq!(rows[3].get_string(5).unwrap(), asked.fingerprint());
        assert!(rows[3].get_long(8).is_err(), "what is not known is null");
    }
}
