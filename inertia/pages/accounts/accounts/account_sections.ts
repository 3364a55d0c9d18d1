import { urlFor } from '~/urls'

/** The tabs of an account; each has its address, also those that are pages of their own. */
export function accountSections(id: number, seesPermissions = false) {
  const tab = (value: string, label: string) => ({
    value,
    label,
    href:
      value === 'data' ? urlFor('accounts.edit', { id }) : urlFor('accounts.edit', { id }, { tab: value }),
  })
  return [
    tab('data', 'Datos'),
    tab('movements', 'Movimientos'),
    tab('ledger', 'Mayor'),
    { value: 'certificates', label: 'Conciliación', href: urlFor('accounts.certificates', { id }) },
    tab('statements', 'Extractos'),
    { value: 'rules', label: 'Reglas', href: urlFor('accounts.rules', { id }) },
    ...(seesPermissions ? [tab('permissions', 'Permisos')] : []),
    tab('history', 'Historial'),
  ]
}
