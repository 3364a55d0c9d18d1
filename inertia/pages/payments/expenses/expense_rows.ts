import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

type Badge = { label: string; tone: Tone }

/** A note in one of the lists. */
export type NoteRow = {
  id: number
  number: string
  receivedOn: string
  claimant: string
  site: string
  title: string
  total: MoneyValue
  approved: MoneyValue | null
  status: Badge
  receipts: number
  notices: string[]
  payment: string | null
  reviewer: string | null
  actions: string[]
}

/** Somebody who asked to be taken in as a supplier. */
export type RequestRow = {
  id: number
  name: string
  country: string
  taxId: string
  email: string
  activity: string | null
  iban: string
  receivedOn: string
  status: Badge
  providerId: number | null
  actions: string[]
}

export const expenseTabs: ListTabsOf = {
  name: 'tab',
  options: [
    { value: 'review', label: 'Por revisar' },
    { value: 'approved', label: 'Aprobadas' },
    { value: 'draft', label: 'Borradores' },
    { value: 'buffer', label: 'Bolsa' },
    { value: 'sent', label: 'En remesa' },
    { value: 'incident', label: 'Con incidencia' },
    { value: 'paid', label: 'Pagadas' },
    { value: 'rejected', label: 'Rechazadas' },
    { value: 'providers', label: 'Proveedores nuevos' },
  ],
}

/** Who only sees their own. */
export const ownTabs: ListTabsOf = {
  name: 'tab',
  options: [
    { value: 'own', label: 'Mis notas' },
    { value: 'paid', label: 'Pagadas' },
    { value: 'rejected', label: 'Rechazadas' },
  ],
}
