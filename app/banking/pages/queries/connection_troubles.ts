import { refusedText } from '#app/connectors/failure_texts'
import type { ConnectorFacts } from '#app/connectors/queries/list_connectors'
import { dayOfInstant, formatDay, formatInstant } from '#app/kernel/time/calendar_date'

/** Why what a page shows of a connection may not be of now, and whether somebody has to do something about it. */
export type Trouble = {
  id: number
  label: string
  tone: 'red' | 'amber' | 'grey'
  text: string
  /** What leads out of it; null where it passes by itself. */
  act: 'reconnect' | 'resume' | 'consent' | null
}

const CONSENT_WARNING_DAYS = 14

/** What is to be told of connections above their accounts, in the words of the page; nothing of those in order. */
export const connectionTroubles = (connections: readonly ConnectorFacts[]): Trouble[] =>
  connections.flatMap((connection) => {
    const told = troubleOf(connection)
    return told ? [{ id: connection.id, label: `${connection.label} · ${connection.site}`, ...told }] : []
  })

function troubleOf(connection: ConnectorFacts): Omit<Trouble, 'id' | 'label'> | null {
  const { providerTitle: title, lastOkAt, lastErrorAt, statusReason, consentDaysLeft } = connection
  switch (connection.status.code) {
    case 'error': {
      const since = lastOkAt ?? lastErrorAt
      return {
        tone: 'red',
        text: `${title} no responde${since ? ` desde ${formatInstant(since)}` : ''}. Se muestran los últimos datos.`,
        act: 'reconnect',
      }
    }
    case 'auth_required':
      if (connection.needsConsent)
        return { tone: 'amber', text: `Falta autorizar la conexión en ${title}.`, act: 'consent' }
      return { tone: 'red', text: unauthorisedText(connection), act: 'reconnect' }
    case 'paused':
      return {
        tone: 'grey',
        text: `En pausa${statusReason ? `: ${statusReason}` : ''}. No se sincroniza ni se envían pagos.`,
        act: 'resume',
      }
    case 'active':
      return consentDaysLeft !== null && consentDaysLeft <= CONSENT_WARNING_DAYS
        ? { tone: 'amber', text: expiryText(connection), act: 'consent' }
        : null
    case 'disabled':
      return null
  }
}

/** Of one that nobody has answered yet it is not known whether its credentials are wrong, and of one never read there are no data. */
function unauthorisedText({ providerTitle: title, lastOkAt, lastSyncAt }: ConnectorFacts): string {
  if (lastOkAt === null) return `${title} no ha respondido todavía: revise los datos de la conexión.`
  return lastSyncAt === null ? refusedText(title) : `${refusedText(title)} Se muestran los últimos datos.`
}

/** How a connection stands with the consent of a person, in words; null where its provider asks for none. */
export function consentText(connection: ConnectorFacts): string | null {
  const { consentLacks, needsConsent, providerTitle: title, status } = connection
  if (consentLacks === null) return null
  if (consentLacks.length > 0)
    return `No se autoriza en ${title}. Para hacerlo, añada ${consentLacks.join(' y ')} en «Datos y credenciales».`
  if (!needsConsent) return expiryText(connection)
  return status.code === 'active'
    ? `Funciona con la clave. Lo que ${title} solo permite con la autorización de una persona queda fuera.`
    : `Falta autorizarla en ${title}.`
}

function expiryText({ providerTitle, consentExpiresAt, consentDaysLeft }: ConnectorFacts): string {
  const day = dayOfInstant(consentExpiresAt)
  if (day === null) return `La autorización de ${providerTitle} no caduca por sí sola.`
  if (consentDaysLeft !== null && consentDaysLeft <= 0)
    return `La autorización de ${providerTitle} caducó el ${formatDay(day)}: renuévela.`
  return `La autorización de ${providerTitle} caduca el ${formatDay(day)}: renuévela antes.`
}
