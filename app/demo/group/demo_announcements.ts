import type { Actor } from '#app/audit/record_event'
import { moveAnnouncement, saveAnnouncement } from '#app/identity/actions/save_announcement'
import { ROLES } from '#app/identity/roles'

const ANNOUNCEMENTS = [
  {
    title: 'Bienvenido a Caudal',
    type: 'feature',
    description: 'Una demostración con un grupo hotelero inventado',
    content:
      'Este es un grupo de **seis empresas** con doce meses de facturas, pagos y extractos.\nEmpiece por *OCR de Facturas*: suba un PDF suyo y verá cómo se lee.',
    action_url: '/invoices',
    action_text: 'Ver las facturas',
  },
  {
    title: 'La conciliación explica sus propuestas',
    type: 'improvement',
    description: null,
    content:
      'Cada propuesta dice **por qué**: importe, referencia, IBAN, nombre y fecha. Todo se puede deshacer.',
    action_url: '/accounts',
    action_text: 'Ir a las cuentas',
  },
] as const

export async function publishDemoAnnouncements(actor: Actor): Promise<void> {
  for (const announcement of ANNOUNCEMENTS) {
    const { id } = await saveAnnouncement(null, { ...announcement, roles: [...ROLES] }, actor)
    await moveAnnouncement(id, 'publish', actor)
  }
}
