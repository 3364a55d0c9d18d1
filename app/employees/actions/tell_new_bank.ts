import { rows, type Transaction } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import { type Mail, queueMail } from '#app/mail/queue_mail'

type NewBank = { employeeId: number; iban: string }

/** Writes to employees that they will be paid on another account: whoever did not ask for it says so in time. */
export async function tellNewBanks(banks: readonly NewBank[], trx: Transaction): Promise<void> {
  const people = await rows<{ id: number; email: string; firstName: string; site: string }>(
    `select e.id, e.email, e.first_name, s.legal_name::text as site from employees e join sites s on s.id = e.site_id
      where e.id = any(:ids::bigint[]) and e.email is not null`,
    { ids: banks.map(({ employeeId }) => employeeId) },
    trx
  )
  const byId = new Map(people.map((person) => [person.id, person]))
  for (const { employeeId, iban } of banks) {
    const person = byId.get(employeeId)
    if (person) await queueMail(mailOf(person, iban), trx)
  }
}

function mailOf(
  { id, email, firstName, site }: { id: number; email: string; firstName: string; site: string },
  iban: string
): Mail {
  return {
    to: email,
    subject: 'Se ha registrado una cuenta bancaria para el pago de su nómina',
    body: [
      `Hola, ${firstName}:`,
      '',
      `${site} ha registrado la cuenta terminada en ${lastFour(iban)} para pagarle. Otra persona debe comprobarla antes del primer pago.`,
      '',
      'Si no ha facilitado usted esta cuenta, avise hoy mismo al departamento de personal. No responda a este mensaje.',
    ].join('\n'),
    objectType: 'employee',
    objectId: id,
  }
}
