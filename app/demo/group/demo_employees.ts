import type { Actor } from '#app/audit/record_event'
import type { DemoSite } from '#app/demo/group/demo_sites'
import { seededRandom } from '#app/demo/seeded_random'
import { addAbsence } from '#app/employees/actions/absences'
import { createEmployee } from '#app/employees/actions/create_employee'
import { verifyBank } from '#app/employees/actions/employee_banks'
import { terminateEmployee } from '#app/employees/actions/move_employee'
import { updateContract } from '#app/employees/actions/update_contract'
import { updateEmployee } from '#app/employees/actions/update_employee'
import { updateSalary } from '#app/employees/actions/update_salary'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'
import { socialSecurityControl } from '#app/kernel/identifiers/personal_id'
import { addDays, type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'

type Job = { position: string; department: string; grossMinor: number }

const JOBS: Job[] = [
  { position: 'Recepcionista', department: 'Recepción', grossMinor: 2_140_000 },
  { position: 'Camarera de pisos', department: 'Pisos', grossMinor: 1_890_000 },
  { position: 'Cocinero', department: 'Cocina', grossMinor: 2_380_000 },
  { position: 'Camarero', department: 'Restaurante', grossMinor: 1_960_000 },
  { position: 'Técnico de mantenimiento', department: 'Mantenimiento', grossMinor: 2_260_000 },
  { position: 'Gobernanta', department: 'Pisos', grossMinor: 2_720_000 },
  { position: 'Jefe de recepción', department: 'Recepción', grossMinor: 3_050_000 },
]
const OFFICE: Job[] = [
  { position: 'Administrativo', department: 'Administración', grossMinor: 2_410_000 },
  { position: 'Responsable de personal', department: 'Personal', grossMinor: 3_480_000 },
  { position: 'Contable', department: 'Administración', grossMinor: 2_890_000 },
]

const FIRST_NAMES =
  'Lucía Marcos Elena Iker Nerea Óscar Carmen Youssef Paula Sergio Noelia Andrei Irene Rubén Fátima Hugo Alba Tomás Rocío Daniel'.split(
    ' '
  )
const LAST_NAMES =
  'Romero Gil Iglesias Peña Navarro Muñoz Cabrera Ferrer Santana Vidal Roldán Ibáñez Cortés Amrani Popescu Llorente Quesada Bosch Herrera Pascual'.split(
    ' '
  )
const PEOPLE = 40

/** Forty people at work in the group: some away, some gone, some with an account that nobody has verified yet. */
export async function createDemoEmployees(
  sites: DemoSite[],
  { enters, verifies }: { enters: Actor; verifies: Actor },
  day: CalendarDate
): Promise<void> {
  const random = seededRandom(303)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  for (let index = 0; index < PEOPLE; index++) {
    const site = sites[index % sites.length]
    if (!site) return
    const job = pick(site.code === 'GBS' ? OFFICE : JOBS)
    const person = {
      firstName: FIRST_NAMES[index % FIRST_NAMES.length] ?? 'Lucía',
      lastName: `${pick(LAST_NAMES)} ${pick(LAST_NAMES)}`,
      taxId: demoTaxId(index),
      startedOn: addDays(day, -(60 + Math.floor(random() * 1700))),
      birthDate: calendarDate(`${1966 + Math.floor(random() * 36)}-0${1 + (index % 9)}-1${index % 10}`),
    }
    const id = await takeOn(site, person, job, index, enters)
    await payOn(id, index, verifies)
    await leaveSome(id, index, day, enters)
  }
}

type Who = {
  firstName: string
  lastName: string
  taxId: string
  startedOn: CalendarDate
  birthDate: CalendarDate
}

async function takeOn(site: DemoSite, who: Who, job: Job, index: number, actor: Actor): Promise<number> {
  const email = `empleado${String(index + 1).padStart(2, '0')}@bahiaserena.test`
  const { id, code } = await createEmployee(
    {
      siteId: site.id,
      firstName: who.firstName,
      lastName: who.lastName,
      taxId: who.taxId,
      startedOn: who.startedOn,
      iban: index % 13 === 12 ? null : demoIban(index),
      email,
      position: job.position,
    },
    actor
  )
  const version = async () =>
    (await oneRow<{ lockVersion: number }>(`select lock_version from employees where id = :id`, { id }))
      .lockVersion
  const number = String(10_000_000 + index * 739_391).slice(0, 8)
  await updateEmployee(
    id,
    {
      code,
      firstName: who.firstName,
      lastName: who.lastName,
      taxId: who.taxId,
      socialSecurityNo: `28${number}${socialSecurityControl('28', number)}`,
      birthDate: who.birthDate,
      email,
      phone: `6${String(10_000_000 + index * 1_313_131).slice(0, 8)}`,
      address: null,
      userId: null,
      lockVersion: await version(),
    },
    actor
  )
  const center = await row<{ id: number }>(`select id from site_centers where site_id = :siteId limit 1`, {
    siteId: site.id,
  })
  await updateContract(
    id,
    {
      position: job.position,
      department: job.department,
      centerId: center?.id ?? null,
      managerId: null,
      contractType: index % 5 === 3 ? 'seasonal' : index % 7 === 6 ? 'temporary' : 'permanent',
      startedOn: who.startedOn,
      hoursWeek: index % 6 === 5 ? '20.00' : '40.00',
      expenseLimitMinor: 15_000,
      lockVersion: await version(),
    },
    actor
  )
  await updateSalary(
    id,
    {
      grossYearlyMinor: job.grossMinor,
      netMonthlyMinor: Math.round(job.grossMinor / 17.2),
      paymentsPerYear: index % 4 === 0 ? 12 : 14,
      irpfPercent: '12.50',
      lockVersion: await version(),
    },
    actor
  )
  return id
}

/** Most accounts were verified long ago; every seventh waits. */
async function payOn(employeeId: number, index: number, verifies: Actor): Promise<void> {
  const bank = await row<{ id: number }>(`select id from employee_banks where employee_id = :employeeId`, {
    employeeId,
  })
  if (!bank || index % 7 === 4) return
  await verifyBank({ employeeId, bankId: bank.id }, 'certificate', verifies)
  await execute(
    `update employee_banks set payable_from = now() - interval '300 days', verified_at = now() - interval '302 days', created_at = now() - interval '303 days'
      where id = :id`,
    { id: bank.id }
  )
}

async function leaveSome(id: number, index: number, day: CalendarDate, actor: Actor): Promise<void> {
  if (index % 11 === 3)
    await addAbsence(
      id,
      { startsOn: addDays(day, -12), endsOn: index % 2 === 0 ? addDays(day, 30) : null, reason: null },
      actor
    )
  if (index % 13 === 7)
    await terminateEmployee(
      id,
      { endedOn: addDays(day, -20 - index), hasSettlement: true, reason: 'Fin del contrato temporal' },
      actor
    )
  if (index === 25)
    await terminateEmployee(
      id,
      { endedOn: addDays(day, 25), hasSettlement: true, reason: 'Jubilación' },
      actor
    )
}

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Every eighth has a NIE. */
function demoTaxId(index: number): string {
  if (index % 8 === 7) {
    const digits = String(2_400_000 + index * 61_879).padStart(7, '0')
    return `Y${digits}${LETTERS.charAt(Number(`1${digits}`) % 23)}`
  }
  const digits = String(20_100_000 + index * 1_370_911).padStart(8, '0')
  return digits + LETTERS.charAt(Number(digits) % 23)
}

const demoIban = (index: number) =>
  ibanFromCcc(`21000900${String(2_200_100_000 + index * 913_377).padStart(10, '0')}`) ?? null
