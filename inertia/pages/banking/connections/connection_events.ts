import type { EventName } from '~/kit/detail/audit_timeline'

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
