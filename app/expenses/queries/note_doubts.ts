import { perDiemOn } from '#app/expenses/allowances'
import {
  CATEGORIES,
  type Category,
  type DocumentKind,
  type PerDiemKind,
} from '#app/expenses/expense_categories'
import { policyFor } from '#app/expenses/policy'
import { findPayeeBank } from '#app/expenses/queries/claimant'
import { readPerDiems, readPolicies } from '#app/expenses/queries/expense_rules'
import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, daysBetween, today } from '#app/kernel/time/calendar_date'

/** What a reviewer has to look at; the codes are kept with the note, the words are made when it is shown. */
export const NOTICE_LABELS = {
  duplicate: 'Posible duplicado',
  unknown_claimant: 'Solicitante sin identificar',
  no_site: 'Sin empresa',
  no_bank: 'Sin cuenta verificada',
  iban_differs: 'IBAN distinto del registrado',
  policy: 'Fuera de política',
  limit: 'Supera el límite del empleado',
  old: 'Antigüedad',
  taxable: 'Sujeto a retención',
} as const
export type NoticeCode = keyof typeof NOTICE_LABELS
export type Doubt = { code: NoticeCode; message: string }

const OLD_DAYS = 60

type Note = {
  id: number
  siteId: number | null
  employeeId: number | null
  providerId: number | null
  claimantTaxId: string
  iban: string | null
  totalMinor: number
}
type Line = {
  spentOn: CalendarDate
  category: Category
  concept: string
  documentKind: DocumentKind
  totalMinor: number
  exemptMinor: number | null
  perDiemKind: PerDiemKind | null
  days: number | null
}

/** Everything doubtful about a note as it stands now, the gravest first. */
export async function noteDoubts(note: Note, client?: Client): Promise<Doubt[]> {
  const lines = await rows<Line>(
    `select spent_on, category, concept, document_kind, total_minor, exempt_minor, per_diem_kind, days from expense_note_lines where note_id = :id order by position`,
    { id: note.id },
    client
  )
  return [
    ...(await duplicateDoubts(note, client)),
    ...(await claimantDoubts(note, client)),
    ...(await policyDoubts(note, lines, client)),
    ...(await perDiemDoubts(note, lines, client)),
    ...ageDoubts(lines),
    ...taxableDoubts(lines),
  ]
}

export type Twin = { id: number; number: string; why: 'file' | 'invoice' | 'amount' }

/** Other notes with the same receipt, the same invoice, or the same day and total of the same person. */
export function findTwins(noteId: number, client?: Client): Promise<Twin[]> {
  return rows<Twin>(
    `select distinct on (n.id) n.id, n.number, t.why from (
        select o.note_id, 'file' as why from expense_note_files f join expense_note_files o on o.sha256 = f.sha256 and o.note_id <> f.note_id where f.note_id = :noteId
        union all
        select o.note_id, 'invoice' from expense_note_lines l join expense_note_lines o on o.supplier_tax_id = l.supplier_tax_id and invoice_number_key(o.invoice_number) = invoice_number_key(l.invoice_number) and o.note_id <> l.note_id
         where l.note_id = :noteId and l.invoice_number is not null
        union all
        select p.id, 'amount' from expense_notes m join expense_notes p on p.claimant_tax_id = m.claimant_tax_id and p.total_minor = m.total_minor and p.id <> m.id
          join expense_note_lines a on a.note_id = m.id join expense_note_lines b on b.note_id = p.id and b.spent_on = a.spent_on and b.total_minor = a.total_minor where m.id = :noteId) t
       join expense_notes n on n.id = t.note_id where n.status not in ('rejected', 'cancelled') order by n.id, t.why desc limit 20`,
    { noteId },
    client
  )
}

async function duplicateDoubts(note: Note, client?: Client): Promise<Doubt[]> {
  const twins = await findTwins(note.id, client)
  return twins.map(({ number, why }) => ({
    code: 'duplicate',
    message:
      why === 'amount'
        ? `La misma persona pidió el mismo importe del mismo día en ${number}.`
        : why === 'invoice'
          ? `Esta factura ya se presentó en ${number}.`
          : `Este justificante ya se presentó en ${number}.`,
  }))
}

async function claimantDoubts(note: Note, client?: Client): Promise<Doubt[]> {
  const found: Doubt[] = []
  if (note.employeeId === null && note.providerId === null)
    found.push({
      code: 'unknown_claimant',
      message: 'El NIF del solicitante no es de ningún empleado ni proveedor.',
    })
  if (note.siteId === null) found.push({ code: 'no_site', message: 'Falta la empresa que paga la nota.' })
  if (note.employeeId === null && note.providerId === null) return found
  const bank = await findPayeeBank(note, client)
  if (!bank)
    found.push({ code: 'no_bank', message: 'El solicitante no tiene una cuenta bancaria verificada.' })
  else if (note.iban !== null && !bank.isOwn)
    found.push({
      code: 'iban_differs',
      message: 'El IBAN de la nota es distinto del registrado: se pagará en la cuenta verificada.',
    })
  return found
}

async function policyDoubts(note: Note, lines: readonly Line[], client?: Client): Promise<Doubt[]> {
  const policies = await readPolicies(note.siteId, client)
  const found: Doubt[] = []
  const perDay = new Map<string, { category: Category; day: CalendarDate; totalMinor: number }>()
  for (const line of lines) {
    const { maxPerLineMinor, receiptRequiredAboveMinor } = policyFor(policies, line.category)
    const label = CATEGORIES[line.category].label
    if (maxPerLineMinor !== null && line.totalMinor > maxPerLineMinor)
      found.push({
        code: 'policy',
        message: `«${line.concept}»: ${label.toLowerCase()} admite hasta ${formatAmount(maxPerLineMinor, 'EUR')} por línea.`,
      })
    const isProven =
      line.documentKind !== 'none' || line.category === 'mileage' || line.category === 'per_diem'
    if (!isProven && receiptRequiredAboveMinor !== null && line.totalMinor > receiptRequiredAboveMinor)
      found.push({ code: 'policy', message: `«${line.concept}»: falta el justificante.` })
    const key = `${line.category} ${line.spentOn}`
    const known = perDay.get(key) ?? { category: line.category, day: line.spentOn, totalMinor: 0 }
    perDay.set(key, { ...known, totalMinor: known.totalMinor + line.totalMinor })
  }
  for (const { category, totalMinor } of perDay.values()) {
    const { maxPerDayMinor } = policyFor(policies, category)
    if (maxPerDayMinor !== null && totalMinor > maxPerDayMinor)
      found.push({
        code: 'policy',
        message: `${CATEGORIES[category].label}: hasta ${formatAmount(maxPerDayMinor, 'EUR')} al día.`,
      })
  }
  const limit = await employeeLimit(note.employeeId, client)
  if (limit !== null && note.totalMinor > limit)
    found.push({
      code: 'limit',
      message: `El empleado puede gastar hasta ${formatAmount(limit, 'EUR')} por nota.`,
    })
  return found
}

async function employeeLimit(employeeId: number | null, client?: Client): Promise<number | null> {
  const { limit } = await oneRow<{ limit: number | null }>(
    `select (select expense_limit_minor from employees where id = :employeeId) as limit`,
    { employeeId },
    client
  )
  return limit
}

/** A per diem of more than the house pays for so many days. */
async function perDiemDoubts({ siteId }: Note, lines: readonly Line[], client?: Client): Promise<Doubt[]> {
  if (!lines.some(({ perDiemKind }) => perDiemKind !== null)) return []
  const paid = await readPerDiems(siteId, client)
  return lines.flatMap(({ concept, perDiemKind, days, spentOn, totalMinor }): Doubt[] => {
    const perDay = perDiemKind === null ? null : perDiemOn(paid, perDiemKind, spentOn)
    if (perDay === null || totalMinor <= perDay * (days ?? 0)) return []
    return [
      {
        code: 'policy',
        message: `«${concept}»: la dieta es de ${formatAmount(perDay, 'EUR')} al día.`,
      },
    ]
  })
}

function ageDoubts(lines: readonly Line[]): Doubt[] {
  const oldest = Math.max(0, ...lines.map(({ spentOn }) => daysBetween(spentOn, today())))
  return oldest > OLD_DAYS
    ? [{ code: 'old', message: `El gasto más antiguo es de hace ${oldest} días.` }]
    : []
}

/** What exceeds the exempt limit is pay: it goes to the payroll office, the note is not stopped by it. */
function taxableDoubts(lines: readonly Line[]): Doubt[] {
  const taxable = lines.reduce(
    (sum, { totalMinor, exemptMinor }) => sum + (exemptMinor === null ? 0 : totalMinor - exemptMinor),
    0
  )
  return taxable > 0
    ? [
        {
          code: 'taxable',
          message: `${formatAmount(taxable, 'EUR')} superan el límite exento de IRPF: comuníquelos a nóminas.`,
        },
      ]
    : []
}
