import { Link } from '@inertiajs/react'
import { IconPaperclip } from '@tabler/icons-react'
import { DataList } from '~/kit/list/data_list'
import type { Cells } from '~/kit/list/declared_columns'
import type { ListOf } from '~/kit/list/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { useDuplicates } from '../../accounts/statements/use_duplicates'
import type { Badge, BankHead, Option } from '../bank_props'
import { bankUrls } from '../bank_urls'
import styles from '../banking.module.css'

export type MovementRow = {
  id: number
  amount: MoneyValue
  attachments: number
  status: Badge
  lineId: number | null
  duplicate: { lineId: number; bookedOn: string; text: string } | null
}
export type VirtualAccount = { id: number; name: string }

type Props = {
  bank: BankHead
  accountId: number
  list: ListOf<MovementRow>
  types: Option[]
  states: Option[]
  virtuals: VirtualAccount[]
  /** The account of the company that it is, for those who reconcile it. */
  reconciledId: number | null
}

/** Its line in the statement where that may be there twice. */
export const doubtfulLine = ({ duplicate, lineId }: MovementRow): number | null =>
  duplicate === null ? null : lineId

export const movementCells: Cells<MovementRow> = {
  amount: (row) => <Money value={row.amount} look="signed" />,
  attachments: (row) => (row.attachments > 0 ? <Attached count={row.attachments} /> : '–'),
  status: (row) =>
    row.duplicate ? <StatusBadge tone="amber" label="Posible duplicado" /> : <StatusBadge {...row.status} />,
}

function Attached({ count }: { count: number }) {
  const text = count === 1 ? '1 adjunto' : `${count} adjuntos`
  return (
    <span title={text}>
      <IconPaperclip size={14} aria-hidden="true" /> {count}
      <span className="only-read">{text}</span>
    </span>
  )
}

/** What the bank has booked on an account, the newest first. */
export function MovementsTab({ bank, accountId, list, types, states, virtuals, reconciledId }: Props) {
  const urls = bankUrls(bank.path)
  const { rowActions, dialog } = useDuplicates({
    accountId: reconciledId,
    rows: list.rows,
    lineOf: doubtfulLine,
  })
  return (
    <>
      {virtuals.length > 0 ? (
        <p className={styles.quiet}>
          Cuentas virtuales:{' '}
          {virtuals.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 ? ' · ' : ''}
              <Link href={urls.virtual(accountId, id)}>{name}</Link>
            </span>
          ))}
        </p>
      ) : null}
      <DataList
        label="Movimientos"
        list={list}
        cells={movementCells}
        rowActions={rowActions}
        storageKey={`bank_movements_${bank.code}`}
        searchLabel="Buscar por concepto, contraparte o referencia"
        filters={[
          { name: 'booked', label: 'Fecha', kind: 'days' },
          { name: 'amount', label: 'Importe', kind: 'amounts' },
          { name: 'type', label: 'Tipo', kind: 'multi', options: types },
          { name: 'status', label: 'Estado', kind: 'multi', options: states },
          { name: 'doubtful', label: 'Posibles duplicados', kind: 'check' },
        ]}
        isExportable
      />
      {dialog}
    </>
  )
}
