import type { MenuAction } from '~/kit/page_head'
import { urlFor } from '~/urls'

/** The other pages of the books, for the menu of one of them. */
export function otherBookPages(own: string): MenuAction[] {
  const pages = [
    { label: 'Cuentas principales', href: urlFor('accounts') },
    { label: 'Traspasos entre cuentas', href: urlFor('accounts.transfers') },
    { label: 'Plan de cuentas', href: urlFor('accounts.plan') },
    { label: 'Diario', href: urlFor('accounts.journal') },
    { label: 'Asientos manuales', href: urlFor('accounts.manual') },
    { label: 'Sumas y saldos', href: urlFor('accounts.trial-balance') },
    { label: 'Tipos de cambio', href: urlFor('accounts.fx-rates') },
    { label: 'Partidas abiertas', href: urlFor('accounts.open-items') },
    { label: 'Períodos', href: urlFor('accounts.periods') },
  ]
  return pages.filter((page) => page.label !== own)
}
