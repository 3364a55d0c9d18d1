import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText, Day, Instant } from '~/kit/day'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { ReverseEntryDialog } from './reverse_entry_dialog'

type Reference = { id: number; entryNo: number }
type Source = { label: string; href: string }
type Entry = {
  id: number
  entryNo: number
  year: string
  site: string
  postedOn: string
  journal: string
  description: string
  user: string | null
  createdAt: string
  source: Source | null
  reverses: Reference | null
  reversalReason: string | null
  reversedBy: Reference | null
  canReverse: boolean
}
type Line = {
  id: number
  accountId: number
  code: string
  account: string
  counterparty: string | null
  document: Source | null
  tax: string | null
  dueOn: string | null
  memo: string | null
  debit: MoneyValue | null
  credit: MoneyValue | null
  foreign: MoneyValue | null
}
type Props = { entry: Entry; lines: Line[] }

const columns: PlainColumn<Line>[] = [
  {
    key: 'account',
    header: 'Cuenta',
    cell: (line) => (
      <Link href={urlFor('accounts.ledger', { account: line.accountId })}>
        <span className="num">{line.code}</span> {line.account}
      </Link>
    ),
  },
  { key: 'memo', header: 'Detalle', cell: (line) => line.memo ?? '–' },
  { key: 'counterparty', header: 'Contraparte', cell: (line) => line.counterparty ?? '–' },
  {
    key: 'document',
    header: 'Documento',
    cell: ({ document }) => (document ? <Link href={document.href}>{document.label}</Link> : '–'),
  },
  { key: 'tax', header: 'Impuesto', cell: (line) => line.tax ?? '–' },
  { key: 'due_on', header: 'Vencimiento', cell: (line) => <Day value={line.dueOn} /> },
  { key: 'debit', header: 'Debe', numeric: true, cell: (line) => <Side value={line.debit} line={line} /> },
  { key: 'credit', header: 'Haber', numeric: true, cell: (line) => <Side value={line.credit} line={line} /> },
]

export default function JournalShow({ entry, lines }: Props) {
  const [isReversing, setReversing] = useState(false)
  return (
    <DetailPage
      title={`Asiento ${entry.year}/${countText(entry.entryNo)}`}
      subtitle={entry.description}
      status={statusOf(entry)}
      back={urlFor('accounts.journal')}
      actions={
        entry.canReverse ? (
          <Button variant="default" onClick={() => setReversing(true)}>
            Anular
          </Button>
        ) : null
      }
      rail={
        <Section title="Datos">
          <Facts facts={factsOf(entry)} />
        </Section>
      }
    >
      <PlainTable
        label="Apuntes"
        rows={lines}
        columns={columns}
        keyOf={(line) => line.id}
        totals={totalsOf(lines)}
        empty="El detalle de este asiento es restringido."
      />
      {isReversing ? (
        <ReverseEntryDialog
          url={urlFor('accounts.journal.reverse', { entry: entry.id })}
          postedOn={entry.postedOn}
          onClose={() => setReversing(false)}
        />
      ) : null}
    </DetailPage>
  )
}

function factsOf(entry: Entry) {
  const other = (reference: Reference) => (
    <Link href={urlFor('accounts.journal.show', { entry: reference.id })}>
      {countText(reference.entryNo)}
    </Link>
  )
  return [
    { label: 'Fecha contable', value: <Day value={entry.postedOn} /> },
    { label: 'Empresa', value: entry.site },
    { label: 'Diario', value: entry.journal },
    { label: 'Registrado', value: <Instant value={entry.createdAt} /> },
    { label: 'Por', value: entry.user ?? 'Sistema' },
    ...(entry.source
      ? [{ label: 'Documento', value: <Link href={entry.source.href}>{entry.source.label}</Link> }]
      : []),
    ...(entry.reverses ? [{ label: 'Anula el asiento', value: other(entry.reverses) }] : []),
    ...(entry.reversalReason ? [{ label: 'Motivo', value: entry.reversalReason }] : []),
    ...(entry.reversedBy ? [{ label: 'Anulado por el asiento', value: other(entry.reversedBy) }] : []),
  ]
}

function statusOf({ reverses, reversedBy }: Entry) {
  if (reversedBy) return <StatusBadge tone="red" label="Anulado" />
  return reverses ? <StatusBadge tone="grey" label="Anulación" /> : null
}

function Side({ value, line }: { value: MoneyValue | null; line: Line }) {
  if (!value) return null
  return (
    <>
      <Money value={value} />
      {line.foreign ? (
        <div>
          <Money value={line.foreign} />
        </div>
      ) : null}
    </>
  )
}

function totalsOf(lines: Line[]) {
  const [first] = lines
  const currency = first?.debit?.currency ?? first?.credit?.currency ?? 'EUR'
  const sum = (side: 'debit' | 'credit') => ({
    minor: lines.reduce((total, line) => total + (line[side]?.minor ?? 0), 0),
    currency,
  })
  return { account: 'Total', debit: <Money value={sum('debit')} />, credit: <Money value={sum('credit')} /> }
}
