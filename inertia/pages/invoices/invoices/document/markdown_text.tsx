import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import styles from '../parts.module.css'
import { type MarkdownBlock, markdownBlocks } from './markdown_blocks'

/** What was read, drawn as text and tables; nothing in it is ever taken for markup of the page. */
export function MarkdownText({ markdown }: { markdown: string }) {
  return (
    <div className={styles.markdown}>
      {markdownBlocks(markdown).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: MarkdownBlock }) {
  switch (block.kind) {
    case 'page':
      return <p className={styles.pageMark}>{block.text}</p>
    case 'heading':
      return <h3>{block.text}</h3>
    case 'paragraph':
      return <p className={styles.paragraph}>{block.text}</p>
    case 'table':
      return <Table rows={block.rows} />
    default:
      return block satisfies never
  }
}

type Row = { cells: string[]; index: number }

const columnOf = (header: string, at: number): PlainColumn<Row> => ({
  key: String(at),
  header,
  cell: (row) => row.cells[at] ?? '',
})

function Table({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <PlainTable
      label="Tabla del documento"
      rows={rows.map((cells, index) => ({ cells, index }))}
      columns={head.map(columnOf)}
      keyOf={(row) => row.index}
      empty={head.join(' · ')}
    />
  )
}
