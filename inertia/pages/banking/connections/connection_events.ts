import type { EventName } from '~/kit/detail/audit_timeline'
import type { Option } from '../bank_props'

/** Events of a connection in words. */
export const connectionEvents: Record<string, EventName> = {
  'connector.created': { title: 'Creada', tone: 'blue' },
  'connector.changed': { title: 'Modificada' },
  'connector.edit': { title: 'Cambió de dirección', tone: 'amber' },
  'connector.credentials_replaced': { title: 'Credenciales sustituidas', tone: 'amber' },
  'connector.consented': { title: 'Autorizada en el banco', tone: 'green' },
  'connector.reconnect': { title: 'Conectada', tone: 'green' },
  'connector.recover': { title: 'Vuelve a responder', tone: 'green' },
  'connector.pause': { title: 'En pausa' },
  'connector.resume': { title: 'Reanudada', tone: 'green' },
  'connector.lose': { title: 'Perdió la autorización', tone: 'red' },
  'connector.fail': { title: 'Dejó de responder', tone: 'red' },
  'connector.disable': { title: 'Desactivada', tone: 'red' },
}

/** Its fields in words. */
export const connectionFields: Record<string, string> = {
  label: 'Etiqueta',
  environment: 'Entorno',
  base_url: 'Dirección',
  baseUrl: 'Dirección',
  settings: 'Ajustes',
}

type Settings = Readonly<Record<string, unknown>>

/** Both values of a field in words: an environment by its name; of settings which of them are others now. */
export const connectionSides =
  (environments: readonly Option[]) =>
  (field: string, [before, after]: [unknown, unknown]): [unknown, unknown] => {
    if (field === 'settings')
      return [null, changedTitles(before as Settings | null, after as Settings | null)]
    if (field !== 'environment') return [before, after]
    const nameOf = (code: unknown) => environments.find(({ value }) => value === code)?.label ?? code
    return [nameOf(before), nameOf(after)]
  }

const settingTitles: Record<string, string> = {
  fee_account_id: 'Cuenta de comisiones',
  profileId: 'Perfil de empresa',
  isPartner: 'Paga sin intervención',
  drafts: 'Borradores',
  consentDays: 'Días de la autorización',
  webhookPublicKey: 'Clave pública de los avisos',
}

const changedTitles = (before: Settings | null, after: Settings | null): string =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]))
    .map((key) => settingTitles[key] ?? key)
    .join(', ')
