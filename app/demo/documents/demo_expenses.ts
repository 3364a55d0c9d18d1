import { readFile } from 'node:fs/promises'
import type { Actor } from '#app/audit/record_event'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { approveNote } from '#app/expenses/actions/approve_note'
import { requestProvider } from '#app/expenses/actions/provider_requests'
import { askForInformation, rejectNote, takeUpNote } from '#app/expenses/actions/review_note'
import { submitNote } from '#app/expenses/actions/submit_note'
import type { LineDraft } from '#app/expenses/prepare_lines'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { rows } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'

const TICKET = new URL('../files/ticket-1.jpg', import.meta.url)
const HOTEL = new URL('../files/arrendador-1.pdf', import.meta.url)

type Person = { id: number; siteId: number; name: string; taxId: string; email: string | null }
type Wanted = {
  title: string
  purpose?: string
  lines: LineDraft[]
  isPublic?: true
  until?: 'review' | 'question' | 'rejected' | 'approved' | 'buffer'
}

/** Notes of the first company in each state: some to review, one with a question, others approved, in the buffer and rejected. */
export async function createDemoExpenses(
  [site]: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  if (!site) return
  const people = await rows<Person>(
    `select e.id, e.site_id, e.first_name || ' ' || e.last_name as name, e.tax_id::text, e.email::text from employees e
      where e.site_id = :siteId and e.status = 'active' and exists (select 1 from employee_banks b where b.employee_id = e.id and b.verification = 'verified' and b.disabled_at is null) order by e.id limit 6`,
    { siteId: site.id }
  )
  for (const [index, wanted] of notesOf(day).entries()) {
    const person = people[index % people.length]
    if (person) await makeNote(person, wanted, users, index)
  }
  await requestProvider(
    {
      name: 'Carpintería Hermanos Lozano, S.L.',
      country: 'ES',
      taxId: 'B90123456',
      email: 'administracion@lozano.example',
      phone: '954 100 200',
      address: 'Polígono Calonge, nave 14, Sevilla',
      activity: 'Carpintería y reformas',
      iban: 'ES7921000813610123456789',
      certificate: { name: 'certificado.pdf', bytes: await readFile(HOTEL) },
    },
    { userId: null, kind: 'public', ip: '203.0.113.9' }
  )
}

async function makeNote(person: Person, wanted: Wanted, users: DemoUsers, index: number): Promise<void> {
  const accountant: Actor = { userId: users.accountant, kind: 'user' }
  const senior: Actor = { userId: users.senior, kind: 'user' }
  const { noteId } = await submitNote(
    {
      siteId: person.siteId,
      employeeId: wanted.isPublic ? null : person.id,
      name: person.name,
      taxId: person.taxId,
      email: person.email,
      iban: null,
      title: wanted.title,
      purpose: wanted.purpose ?? null,
      lines: wanted.lines,
      receipts: await receiptsOf(wanted.lines, index),
    },
    wanted.isPublic
      ? { channel: 'public', actor: { userId: null, kind: 'public', ip: '203.0.113.8' } }
      : { channel: 'internal', actor: accountant }
  )
  if (!wanted.until) return
  await takeUpNote(noteId, senior)
  if (wanted.until === 'question')
    await askForInformation(noteId, 'Falta el ticket del aparcamiento: envíe una foto, por favor.', senior)
  if (wanted.until === 'rejected')
    await rejectNote(noteId, 'El minibar de la habitación no es un gasto de la empresa.', senior)
  if (wanted.until !== 'approved' && wanted.until !== 'buffer') return
  await approveNote({
    noteId,
    shownFingerprint: await noteFingerprint(noteId),
    confirmDuplicate: true,
    actor: { userId: users.approver, kind: 'user' },
  })
  if (wanted.until !== 'buffer') return
  const order = await orderExpense(noteId, {}, senior)
  await bufferOrder(order.id, senior, true)
}

/** No two alike: the bytes after the end of a picture are nobody's. */
async function receiptsOf(lines: readonly LineDraft[], note: number) {
  const receipts = []
  for (const [index, { files, documentKind }] of lines.entries()) {
    if (files === 0) continue
    const bytes = await readFile(documentKind === 'invoice' ? HOTEL : TICKET)
    receipts.push({
      name: documentKind === 'invoice' ? 'factura.pdf' : 'ticket.jpg',
      bytes: Buffer.concat([bytes, Buffer.from(`\n%${note}-${index}`)]),
      line: index,
    })
  }
  return receipts
}

function notesOf(day: CalendarDate): Wanted[] {
  const on = (days: number) => addDays(day, -days)
  return [
    {
      title: 'Feria de turismo de Sevilla',
      purpose: 'Dos días de visitas con agencias',
      lines: [taxi(on(6), 2_340), hotel(on(5), 18_150), meal(on(5), 4_180)],
      until: 'review',
    },
    {
      title: 'Reunión con la gestoría',
      lines: [drive(on(9), '84.6'), parking(on(9), 1_150)],
      until: 'approved',
    },
    { title: 'Material para recepción', lines: [material(on(4), 6_790)] },
    { title: 'Visita a la obra', lines: [drive(on(3), '212.0'), perDiem(on(3), 6_000)], isPublic: true },
    { title: 'Curso de prevención', lines: [taxi(on(12), 1_890), meal(on(12), 2_260)], until: 'question' },
    { title: 'Compras urgentes de cocina', lines: [material(on(15), 12_430)], until: 'buffer' },
    { title: 'Estancia en Valencia', lines: [hotel(on(20), 24_200)], until: 'approved' },
    { title: 'Consumos en el hotel', lines: [meal(on(18), 3_120)], until: 'rejected' },
  ]
}

const line = (
  given: Partial<LineDraft> & Pick<LineDraft, 'spentOn' | 'category' | 'concept'>
): LineDraft => ({
  documentKind: 'ticket',
  supplierName: null,
  supplierTaxId: null,
  invoiceNumber: null,
  totalMinor: null,
  vatMinor: 0,
  vatRate: null,
  currency: 'EUR',
  km: null,
  perDiemKind: null,
  days: null,
  files: 1,
  ...given,
})

const taxi = (spentOn: CalendarDate, totalMinor: number) =>
  line({ spentOn, category: 'transport', concept: 'Taxi al aeropuerto', totalMinor })
const meal = (spentOn: CalendarDate, totalMinor: number) =>
  line({ spentOn, category: 'meal', concept: 'Comida con clientes', documentKind: 'simplified', totalMinor })
const parking = (spentOn: CalendarDate, totalMinor: number) =>
  line({ spentOn, category: 'parking', concept: 'Aparcamiento', totalMinor })
const material = (spentOn: CalendarDate, totalMinor: number) =>
  line({ spentOn, category: 'material', concept: 'Material comprado en tienda', totalMinor })
const drive = (spentOn: CalendarDate, km: string) =>
  line({ spentOn, category: 'mileage', concept: 'Viaje en coche propio', documentKind: 'none', km, files: 0 })
const perDiem = (spentOn: CalendarDate, totalMinor: number) =>
  line({
    spentOn,
    category: 'per_diem',
    concept: 'Dieta con pernocta',
    documentKind: 'none',
    totalMinor,
    perDiemKind: 'overnight',
    days: 1,
    files: 0,
  })
/** At the reduced rate of 10 %, whose VAT is exact: totals are multiples of 11 cents. */
const hotel = (spentOn: CalendarDate, totalMinor: number) =>
  line({
    spentOn,
    category: 'lodging',
    concept: 'Hotel, una noche',
    documentKind: 'invoice',
    supplierName: 'Hotelera Giralda, S.L.',
    supplierTaxId: 'B91234567',
    invoiceNumber: `HG-${totalMinor}`,
    totalMinor,
    vatMinor: totalMinor / 11,
    vatRate: 1_000,
  })
