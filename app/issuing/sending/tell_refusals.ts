import { peopleOfSites } from '#app/identity/queries/people_of_sites'
import { A, S, SC } from '#app/identity/roles'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { Transaction } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import { queueMails } from '#app/mail/queue_mails'
import env from '#start/env'

type Told = { number: string; status: string; code: number | null; message: string | null }

const LISTED_MAX = 20

/** One mail a sending, to who may repair it, where AEAT refused any of its records. */
export async function tellRefusals(
  { siteId, issuerName }: Pick<IssuingSettings, 'siteId' | 'issuerName'>,
  told: readonly Told[],
  trx: Transaction
): Promise<void> {
  const refused = told.filter(({ status }) => status === 'refused')
  if (refused.length === 0) return
  const lines = refused
    .slice(0, LISTED_MAX)
    .map(
      ({ number, code, message }) =>
        `  ${number}: ${message ?? 'sin motivo'}${code === null ? '' : ` (${code})`}`
    )
  await queueMails(
    await peopleOfSites([siteId], [S, A, SC], trx),
    {
      subject: `La AEAT ha rechazado ${counted(refused.length, 'registro de facturación', 'registros de facturación')} de ${issuerName}`,
      body: `${lines.join('\n')}\n\nSubsane cada registro desde la ficha de su factura: el número no cambia.\n\n${env.get('APP_URL')}/refacturacion-historico/facturas?tab=refused`,
      objectType: 'site',
      objectId: siteId,
    },
    trx
  )
}
