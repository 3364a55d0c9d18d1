import { createRequire } from 'node:module'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { BillingSystem } from '#app/issuing/verifactu/record'
import { recordText } from '#app/issuing/verifactu/record_text'
import { type Client, oneRow } from '#app/kernel/database/sql'

export const SYSTEM_NAME = 'Caudal'
/** What the producer calls this program among theirs: two of A-Z and 0-9. */
export const SYSTEM_ID = 'CA'
export const { version: SYSTEM_VERSION } = createRequire(import.meta.url)('../../../package.json') as {
  version: string
}

type Told = Pick<IssuingSettings, 'producerName' | 'producerTaxId' | 'installation'>

/**
 * The program as each record names it: only for the verifiable mode, able to serve many companies, and whether it does now.
 * Producer and installation are told by the company's settings.
 */
export async function billingSystem(
  { producerName, producerTaxId, installation }: Told,
  client?: Client
): Promise<BillingSystem> {
  if (producerName === null || producerTaxId === null)
    throw new Error('The producer of the system is not told')
  const { serving } = await oneRow<{ serving: number }>(
    `select count(*)::int as serving from issuing_settings where mode = 'verifactu'`,
    {},
    client
  )
  return {
    NombreRazon: recordText(producerName, 120),
    NIF: producerTaxId,
    NombreSistemaInformatico: SYSTEM_NAME,
    IdSistemaInformatico: SYSTEM_ID,
    Version: SYSTEM_VERSION,
    NumeroInstalacion: installation,
    TipoUsoPosibleSoloVerifactu: 'S',
    TipoUsoPosibleMultiOT: 'S',
    IndicadorMultiplesOT: serving > 1 ? 'S' : 'N',
  }
}
