import { Section } from '~/kit/detail/detail_page'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { LinkedCount, LinkedMoney } from './linked_money'
import type { BlockCell, ReportBlock } from './site_report'

/** Blocks as the server declares them, of one half of the page. */
export function DeclaredBlocks({ blocks, half }: { blocks: ReportBlock[]; half: ReportBlock['half'] }) {
  return blocks.filter((block) => block.half === half).map((block) => <Block key={block.key} block={block} />)
}

function Block({ block: { title, columns, rows, empty } }: { block: ReportBlock }) {
  return (
    <Section title={title}>
      <PlainTable
        label={title}
        rows={rows}
        keyOf={(row) => row.key}
        empty={empty}
        columns={columns.map(
          ({ title: header, kind }, at): PlainColumn<ReportBlock['rows'][number]> => ({
            key: String(at),
            header,
            ...(kind === 'figure' ? { numeric: true } : {}),
            cell: ({ cells }) => drawn(cells[at] ?? null, kind === 'code'),
          })
        )}
      />
    </Section>
  )
}

function drawn(cell: BlockCell, isCode: boolean) {
  if (cell === null) return '–'
  if (typeof cell === 'string') return isCode ? <span className="num">{cell}</span> : cell
  const { value, href } = cell
  return typeof value === 'number' ? (
    <LinkedCount value={value} href={href} />
  ) : (
    <LinkedMoney value={value} href={href} />
  )
}
