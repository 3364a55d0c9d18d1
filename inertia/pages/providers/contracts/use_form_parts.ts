import { useEffect, useState } from 'react'
import type { FieldPlace } from '~/kit/form/error_summary'

export const partNames = {
  data: 'Datos',
  prices: 'Precios',
  days: 'Fechas y renovación',
  billing: 'Facturación esperada',
  files: 'Archivos',
}
export type Part = keyof typeof partNames

const fields: Record<Exclude<Part, 'billing'>, string[]> = {
  data: [
    'provider_id',
    'site_ids',
    'title',
    'kind',
    'currency',
    'owner_user_id',
    'category_id',
    'profile_id',
    'center_id',
    'ledger_account_code',
    'notes',
  ],
  prices: ['items'],
  days: [
    'signed_on',
    'starts_on',
    'ends_on',
    'notice_days',
    'renewal_months',
    'auto_renew',
    'indexation',
    'index_base_month',
    'index_percent',
    'index_floor',
    'deposit',
    'guarantee_until',
  ],
  files: ['signed', 'annexes', 'files', 'file'],
}

/** What is about an invoice is the part that is left. */
function partOf(field: string): Part {
  const [name = ''] = field.split('.')
  const found = Object.entries(fields).find(([, names]) => names.includes(name))
  return (found?.[0] as Part | undefined) ?? 'billing'
}

/**
 * The part of the contract's form in view. When the server refuses a field of a part that is not, that part comes into view:
 * nobody looks for an error that is not on the screen.
 */
export function useFormParts(errors: Record<string, string>) {
  const [part, setPart] = useState<Part>(() => {
    const asked = new URLSearchParams(window.location.search).get('tab')
    return asked !== null && asked in partNames ? (asked as Part) : 'data'
  })
  const names = Object.keys(errors).filter((name) => name !== 'form')
  const shown = names.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the errors are other ones
  useEffect(() => {
    const parts = names.map(partOf)
    const [first] = parts
    if (first && !parts.includes(part)) setPart(first)
  }, [shown])
  const placeOf = (field: string): FieldPlace | null => {
    const its = partOf(field)
    return { part: partNames[its], open: () => setPart(its) }
  }
  const countOf = (its: Part) => names.filter((name) => partOf(name) === its).length
  return { part, setPart, placeOf, countOf }
}

export type FormParts = ReturnType<typeof useFormParts>
