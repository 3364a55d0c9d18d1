import type { Confirmation } from '~/kit/dialog/confirm_action'
import { urlFor } from '~/urls'

type Named = { id: number; name: string }

export const activateSite = ({ id, name }: Named): Confirmation => ({
  title: 'Activar la empresa',
  question: `«${name}» podrá recibir facturas, pagar y contabilizar.`,
  submitLabel: 'Activar la empresa',
  url: urlFor('sites.activate', { id }),
})

export const archiveSite = ({ id, name }: Named): Confirmation => ({
  title: 'Archivar la empresa',
  question: `«${name}» dejará de aparecer en los selectores. Sus datos y asientos se conservan.`,
  submitLabel: 'Archivar la empresa',
  isDangerous: true,
  method: 'delete',
  url: urlFor('sites.archive', { id }),
})

export const reactivateSite = ({ id, name }: Named): Confirmation => ({
  title: 'Reactivar la empresa',
  question: `«${name}» volverá a estar activa.`,
  submitLabel: 'Reactivar la empresa',
  reason: { label: 'Motivo', isRequired: true },
  method: 'put',
  url: urlFor('sites.reactivate', { id }),
})
