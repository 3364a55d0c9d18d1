import { Link } from '@inertiajs/react'
import { countText, Day, Instant } from '~/kit/day'
import type { Column, RowAction } from '~/kit/list_types'
import { Money, moneyText } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { BucketName, Lettering, OpenItem, OpenParty } from './open_item_types'

const TONES: Record<BucketName, Tone> = {
  ahead: 'grey',
  d30: 'blue',
  d60: 'amber',
  d90: 'amber',
  older: 'red',
}

const daysText = (days: number) => {
  if (days < 0) return days === -1 ? 'Vence mañana' : `Vence en ${countText(-days)} días`
  return days === 1 ? '1 día' : `${countText(days)} días`
}

export const itemColumns: Column<OpenItem>[] = [
  { key: 'due_on', header: 'Vencimiento', sortable: true, cell: (row) => <Day value={row.due_on} /> },
  {
    key: 'days',
    header: 'Antigüedad',
    cell: (row) => <StatusBadge tone={TONES[row.bucket]} label={daysText(row.days)} />,
  },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'account', header: 'Cuenta', cell: (row) => <span className="num">{row.code}</span> },
  { key: 'party', header: 'Contraparte', width: 220, cell: (row) => row.party },
  {
    key: 'document',
    header: 'Documento',
    width: 170,
    cell: (row) => (row.document ? <Link href={row.document.href}>{row.document.label}</Link> : '–'),
  },
  {
    key: 'entry_no',
    header: 'Asiento',
    optional: true,
    numeric: true,
    cell: (row) => countText(row.entry_no),
  },
  { key: 'posted_on', header: 'Fecha', optional: true, cell: (row) => <Day value={row.posted_on} /> },
  {
    key: 'amount',
    header: 'Importe',
    optional: true,
    numeric: true,
    cell: (row) => <Money value={row.amount} />,
  },
  {
    key: 'open',
    header: 'Pendiente',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.open} />,
  },
  { key: 'description', header: 'Concepto', cell: (row) => row.description },
]

const bucket = (key: BucketName, header: string): Column<OpenParty> => ({
  key,
  header,
  numeric: true,
  cell: (row) => <Money value={row[key].minor === 0 ? null : row[key]} look="plain" />,
})

export const partyColumns: Column<OpenParty>[] = [
  { key: 'party', header: 'Contraparte', width: 220, sortable: true, cell: (row) => row.party },
  { key: 'count', header: 'Partidas', numeric: true, sortable: true, cell: (row) => countText(row.count) },
  bucket('ahead', 'Sin vencer'),
  bucket('d30', '0-30 días'),
  bucket('d60', '31-60 días'),
  bucket('d90', '61-90 días'),
  bucket('older', 'Más de 90'),
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.total} />,
  },
]

export const letteringColumns: Column<Lettering>[] = [
  { key: 'code', header: 'Punteo', cell: (row) => <span className="num">{row.code}</span> },
  { key: 'at', header: 'Cuándo', sortable: true, cell: (row) => <Instant value={row.at} /> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  {
    key: 'account',
    header: 'Cuenta',
    cell: (row) => <Link href={urlFor('accounts.ledger', { account: row.account_id })}>{row.account}</Link>,
  },
  { key: 'lines', header: 'Apuntes', numeric: true, cell: (row) => countText(row.lines) },
  { key: 'user', header: 'Quién', width: 140, cell: (row) => row.user ?? 'Sistema' },
  {
    key: 'by_hand',
    header: 'Origen',
    cell: (row) => (row.by_hand ? 'Manual' : 'Automático'),
  },
  {
    key: 'whole',
    header: 'Alcance',
    cell: (row) => (
      <StatusBadge tone={row.whole ? 'green' : 'amber'} label={row.whole ? 'Completo' : 'Parcial'} />
    ),
  },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.amount} />,
  },
]

export const letteringActions: RowAction<Lettering>[] = [
  {
    label: 'Deshacer el punteo',
    transition: 'undo',
    isDangerous: true,
    confirm: (row) => ({
      title: 'Deshacer el punteo',
      question: `Las partidas del punteo ${row.code} vuelven a estar abiertas y se anula lo que contabilizó.`,
      facts: [
        { label: 'Cuenta', value: row.account },
        { label: 'Importe', value: moneyText(row.amount) },
      ],
      submitLabel: 'Deshacer',
      isDangerous: true,
      reason: { label: 'Motivo', isRequired: true },
      url: urlFor('accounts.letterings.destroy', { id: row.id }),
      method: 'delete',
    }),
  },
]
