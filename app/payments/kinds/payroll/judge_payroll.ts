import type { IbanToCheck } from '#app/blacklist/check_iban'
import type { Asked } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import { type Client, rows } from '#app/kernel/database/sql'
import { foldText } from '#app/kernel/text/similarity'
import { payrollHash, type ReadPayroll } from '#app/payments/kinds/payroll/payroll_rows'
import { judgeListedRows } from '#app/payments/uploads/listed_rows'
import type { PayrollDraft } from '#app/payroll/actions/create_payroll'
import { lastDayOf } from '#app/payroll/payroll_concepts'

type Person = {
  rowNo: number
  employeeId: number
  siteId: number
  siteNames: string[]
  name: string
  iban: string | null
  taken: boolean
}

/** Whose each row is: by NIF, or by the account where the file knows no other; its IBAN must be the one we would pay. */
export async function judgePayroll(
  read: ReadRow<ReadPayroll | null>[],
  asked: Asked,
  client?: Client
): Promise<ReadRow<PayrollDraft>[]> {
  const { scope } = asked
  const wanted = read.flatMap(({ rowNo, value }) =>
    value
      ? [
          {
            row_no: rowNo,
            tax_id: value.taxId,
            iban: value.iban,
            period: value.period,
            concept: value.concept,
          },
        ]
      : []
  )
  const found = await rows<Person>(
    `select w.row_no, e.id as employee_id, e.site_id, array_remove(array[s.code, s.tax_id::text, s.legal_name::text, s.trade_name], null) as site_names,
        e.full_name as name, b.iban, exists (select 1 from payroll_payments p where p.site_id = e.site_id and p.employee_id = e.id and p.period = w.period
          and p.concept = w.concept and p.status <> 'cancelled') as taken
       from jsonb_to_recordset(:wanted::jsonb) as w(row_no int, tax_id text, iban text, period text, concept text)
       join lateral (
         select distinct on (c.site_id) c.* from employees c
          where c.anonymised_at is null and (:all or c.site_id = any(:ids::bigint[]))
            and case when w.tax_id is null then exists (select 1 from employee_banks k where k.employee_id = c.id and k.iban = w.iban and k.disabled_at is null) else c.tax_id = w.tax_id end
          order by c.site_id, (c.status = 'terminated'), c.started_on desc) e on true
       join sites s on s.id = e.site_id and s.status <> 'archived'
       left join lateral (select k.iban from employee_banks k where k.employee_id = e.id and k.disabled_at is null
          order by (k.verification = 'verified') desc, k.is_default desc, k.id limit 1) b on true`,
    { wanted: JSON.stringify(wanted), all: scope === 'all', ids: scope === 'all' ? [] : scope },
    client
  )
  const people = Map.groupBy(found, ({ rowNo }) => rowNo)
  const seen = new Map<string, number>()
  const accounts = new Map<number, IbanToCheck[]>()
  const judged = read.map((row): ReadRow<PayrollDraft> => {
    if (!row.value) return { ...row, value: null }
    const { person, error } = chooseOne(row.value, people.get(row.rowNo) ?? [])
    accounts.set(row.rowNo, accountsOf(row.value, person))
    const known = { ...row, hash: payrollHash(row.value) }
    if (!person) return { ...known, value: null, errors: [error] }
    const shown = { ...row.shown, name: person.name }
    const problem =
      personProblem(row.value, person) ?? repeated({ rowNo: row.rowNo, ...row.value }, person, seen)
    return problem
      ? { ...known, shown, value: null, errors: [problem] }
      : { ...known, shown, value: draftOf(row.value, person) }
  })
  return judgeListedRows(
    judged,
    accounts,
    { point: 'payment_upload.payroll', objectType: 'employee' },
    asked,
    client
  )
}

/** The account that the file names, and the one that we would pay. */
function accountsOf({ iban }: ReadPayroll, person: Person | null): IbanToCheck[] {
  const ibans = [...new Set([iban, person?.iban ?? null])].filter((account) => account !== null)
  return ibans.map((account) => (person ? { iban: account, objectId: person.employeeId } : { iban: account }))
}

function chooseOne(
  { site, taxId }: ReadPayroll,
  people: readonly Person[]
): { person: Person | null; error: string } {
  const own =
    site === null
      ? people
      : people.filter(({ siteNames }) => siteNames.map(foldText).includes(foldText(site)))
  const [person] = own
  if (own.length > 1) return { person: null, error: 'Trabaja en varias empresas: añada la columna Empresa.' }
  if (person) return { person, error: '' }
  if (people.length > 0) return { person: null, error: `No trabaja en la empresa «${site}».` }
  return {
    person: null,
    error: taxId === null ? 'Ningún empleado tiene esta cuenta.' : 'Ningún empleado tiene este NIF.',
  }
}

function personProblem({ iban }: ReadPayroll, person: Person): string | null {
  if (person.taken) return 'Ya importada: el empleado ya tiene un pago de ese periodo con ese concepto.'
  if (iban !== null && person.iban !== null && iban !== person.iban)
    return 'El IBAN no coincide con el del empleado.'
  return null
}

function repeated(
  { rowNo, period, concept }: ReadPayroll & { rowNo: number },
  { employeeId }: Person,
  seen: Map<string, number>
): string | null {
  const key = `${employeeId} ${period} ${concept}`
  const twice = seen.get(key)
  if (twice !== undefined) return `El empleado ya está en la fila ${twice} con el mismo periodo y concepto.`
  seen.set(key, rowNo)
  return null
}

const draftOf = (read: ReadPayroll, { employeeId, siteId }: Person): PayrollDraft => ({
  siteId,
  employeeId,
  period: read.period,
  concept: read.concept,
  netMinor: read.netMinor,
  grossMinor: read.grossMinor,
  irpfMinor: read.irpfMinor,
  socialMinor: read.socialMinor,
  employerSocialMinor: read.employerSocialMinor,
  payOn: read.payOn ?? lastDayOf(read.period),
})
