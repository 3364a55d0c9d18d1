import type ProviderContract from '#app/contracts/models/provider_contract'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import { type CalendarDate, daysBetween, formatDay } from '#app/kernel/time/calendar_date'
import { queueMail } from '#app/mail/queue_mail'
import env from '#start/env'

/** What is told about the end of a contract; `endsOn` is the end that it is about. */
export type Alert = {
  threshold: '90' | '60' | '30' | 'notice' | 'expired' | 'renewed'
  endsOn: CalendarDate
  day: CalendarDate
}

/** Writes to whoever looks after the contract; without an owner to those who approved and wrote it. */
export async function tellOwner(contract: ProviderContract, alert: Alert, trx: Transaction): Promise<void> {
  const people = await rows<{ name: string; email: string }>(
    `select name, email::text from users where status = 'active' and role in ('s1st3ma', 'aprobador') and id = any(:ids::bigint[]) order by id`,
    {
      ids: contract.ownerUserId
        ? [contract.ownerUserId]
        : [contract.approvedBy, contract.createdBy].filter((id) => id !== null),
    },
    trx
  )
  const { provider } = await oneRow<{ provider: string }>(
    `select legal_name as provider from providers where id = :id`,
    { id: contract.providerId },
    trx
  )
  const { subject, text } = wordsOf(contract, alert)
  for (const { name, email } of people)
    await queueMail(
      {
        to: email,
        subject,
        body: [
          `Hola, ${name}:`,
          '',
          `Contrato ${contract.reference}, ${contract.title}, con ${provider}.`,
          text,
          '',
          `${env.get('APP_URL')}/provider-contracts/${contract.id}`,
        ].join('\n'),
        objectType: 'provider_contract',
        objectId: contract.id,
      },
      trx
    )
}

function wordsOf(contract: ProviderContract, { threshold, endsOn, day }: Alert) {
  const { reference, noticeDays, autoRenew, renewalMonths } = contract
  const left = daysBetween(day, endsOn)
  const days = counted(left, 'día', 'días')
  const renewal = autoRenew
    ? ` Se renueva solo por ${counted(renewalMonths, 'mes', 'meses')}.`
    : ' No se renueva solo.'
  switch (threshold) {
    case 'expired':
      return { subject: `El contrato ${reference} ha vencido`, text: `Venció el ${formatDay(endsOn)}.` }
    case 'renewed':
      return {
        subject: `El contrato ${reference} se ha renovado`,
        text: `Su vigencia terminaba el ${formatDay(endsOn)} y llega ahora al ${formatDay(contract.endsOn ?? endsOn)}.`,
      }
    case 'notice':
      return {
        subject: `Preaviso del contrato ${reference}`,
        text: `Vence el ${formatDay(endsOn)} (en ${days}) y pide ${counted(noticeDays, 'día', 'días')} de preaviso.${renewal}`,
      }
    default:
      return {
        subject: `El contrato ${reference} vence en ${days}`,
        text: `Vence el ${formatDay(endsOn)}.${renewal}`,
      }
  }
}
