import { keysOf } from '#app/kernel/text/labels'
/** What money was spent on, and under which account of group 6 it lies unless somebody chooses another. */
export const CATEGORIES = {
  transport: { label: 'Transporte', account: '629' },
  mileage: { label: 'Kilometraje', account: '629' },
  per_diem: { label: 'Dieta', account: '629' },
  lodging: { label: 'Alojamiento', account: '629' },
  meal: { label: 'Comida', account: '629' },
  material: { label: 'Material', account: '629' },
  parking: { label: 'Aparcamiento', account: '629' },
  toll: { label: 'Peaje', account: '629' },
  representation: { label: 'Representación', account: '627' },
  other: { label: 'Otros', account: '629' },
} as const
export type Category = keyof typeof CATEGORIES
export const CATEGORY_KEYS = keysOf(CATEGORIES)

/** The paper that proves it: only a whole invoice in the company's name gives a right to its VAT (Ley 37/1992 art. 97). */
export const DOCUMENT_KINDS = {
  invoice: 'Factura completa',
  simplified: 'Factura simplificada',
  ticket: 'Ticket',
  none: 'Sin justificante',
} as const
export type DocumentKind = keyof typeof DOCUMENT_KINDS
export const DOCUMENT_KIND_KEYS = keysOf(DOCUMENT_KINDS)

export const PER_DIEM_KINDS = {
  day: 'España, sin pernocta',
  overnight: 'España, con pernocta',
  day_abroad: 'Extranjero, sin pernocta',
  overnight_abroad: 'Extranjero, con pernocta',
} as const
export type PerDiemKind = keyof typeof PER_DIEM_KINDS
export const PER_DIEM_KEYS = keysOf(PER_DIEM_KINDS)

/** Allowances have no receipt of their own. */
export const needsReceipt = (category: Category, documentKind: DocumentKind): boolean =>
  category !== 'mileage' && category !== 'per_diem' && documentKind !== 'none'

/** Attentions to clients give no right to VAT, whatever paper they come with (Ley 37/1992 art. 96.Uno.5.º). */
export const givesVat = (category: Category, documentKind: DocumentKind): boolean =>
  documentKind === 'invoice' && category !== 'representation'

/** The categories among what a query string names. */
export const categoriesIn = (value: unknown): Category[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is Category =>
    (CATEGORY_KEYS as unknown[]).includes(one)
  )
