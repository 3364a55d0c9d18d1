import { Link } from '@inertiajs/react'
import type { Cells } from '~/kit/list/declared_columns'
import type { RowAction } from '~/kit/list/list_types'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { BucketName, Lettering, OpenItem, OpenParty } from './open_item_types'

export const itemCells: Cells<OpenItem> = {
  document: (row) => (row.document ? <Link href={row.document.href}>{row.document.label}</Link> : '–'),
}

const bucket = (key: BucketName) => (row: OpenParty) => (
  <Money value={row[key].minor === 0 ? null : row[key]} look="plain" />
)

export const partyCells: Cells<OpenParty> = {
  ahead: bucket('ahead'),
  d30: bucket('d30'),
  d60: bucket('d60'),
  d90: bucket('d90'),
  older: bucket('older'),
}

export const letteringCells: Cells<Lettering> = {
  account: (row) => <Link href={urlFor('accounts.ledger', { account: row.accountId })}>{row.account}</Link>,
}

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
