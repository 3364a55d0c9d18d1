import type { Confirmation } from '~/kit/confirm_action'
import { urlFor } from '~/urls'

type Named = { id: number; name: string }

/** A provider that came from a document may be paid from now on. */
export function validateProvider({ id, name }: Named): Confirmation {
  return {
    title: 'Validar el proveedor',
    question: `«${name}» pasará a activo: sus facturas podrán pagarse.`,
    submitLabel: 'Validar',
    url: urlFor('providers.validate', { id }),
  }
}

/** Stops every payment to a provider. */
export function blockProvider({ id, name }: Named): Confirmation {
  return {
    title: 'Bloquear el proveedor',
    question: `No se podrá pagar a «${name}»; los pagos en curso se detendrán en su siguiente comprobación.`,
    submitLabel: 'Bloquear',
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
    url: urlFor('providers.block', { id }),
  }
}

export function unblockProvider({ id, name }: Named): Confirmation {
  return {
    title: 'Desbloquear el proveedor',
    question: `«${name}» volverá a estar activo.`,
    submitLabel: 'Desbloquear',
    url: urlFor('providers.unblock', { id }),
    method: 'delete',
  }
}

/** Takes a provider out of the pickers, or puts it back. */
export function toggleProvider({ id, name, active }: Named & { active: boolean }): Confirmation {
  return {
    title: active ? 'Desactivar el proveedor' : 'Activar el proveedor',
    question: active
      ? `«${name}» dejará de ofrecerse al elegir proveedor. Sus facturas, contratos y pagos se conservan.`
      : `«${name}» volverá a ofrecerse al elegir proveedor.`,
    submitLabel: active ? 'Desactivar' : 'Activar',
    url: urlFor('providers.active', { id }),
    method: 'patch',
    values: { active: !active },
  }
}
