import { countText } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { Money, type MoneyValue } from '~/kit/money'
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

type Switched = Named & {
  active: boolean
  pending: MoneyValue
  agreed: { contracts: number; recurrents: number }
}

/** Takes a provider out of the pickers, or puts it back; what is owed to it is said before. */
export function toggleProvider({ id, name, active, pending, agreed }: Switched): Confirmation {
  return {
    title: active ? 'Desactivar el proveedor' : 'Activar el proveedor',
    question: active
      ? `«${name}» dejará de ofrecerse al elegir proveedor. Sus facturas, contratos y pagos se conservan.`
      : `«${name}» volverá a ofrecerse al elegir proveedor.`,
    facts: active
      ? [
          ...(pending.minor === 0
            ? []
            : [{ label: 'Pendiente de pago, que se seguirá pagando', value: <Money value={pending} /> }]),
          ...(agreed.contracts === 0
            ? []
            : [{ label: 'Contratos en vigor', value: countText(agreed.contracts) }]),
          ...(agreed.recurrents === 0
            ? []
            : [{ label: 'Pagos recurrentes activos', value: countText(agreed.recurrents) }]),
        ]
      : [],
    submitLabel: active ? 'Desactivar' : 'Activar',
    url: urlFor('providers.active', { id }),
    method: 'patch',
    values: { active: !active, isConfirmed: true },
  }
}

/** Removes a provider that nothing was ever done with. */
export function deleteProvider({ id, name }: Named): Confirmation {
  return {
    title: 'Eliminar el proveedor',
    question: `«${name}» se eliminará con sus cuentas y perfiles. Solo es posible si no tiene documentos.`,
    submitLabel: 'Eliminar',
    isDangerous: true,
    url: urlFor('providers.destroy', { id }),
    method: 'delete',
  }
}
