import type { MenuAction } from '~/kit/page_head'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'

/** Who reads what companies of the group say of each other (area 31). */
const GROUP_READERS = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad']

/** The other pages of the books that this person may open, for the menu of one of them. */
export function useOtherBookPages(own: string): MenuAction[] {
  const { auth } = useShared()
  const readsGroup = GROUP_READERS.includes(auth.user?.role ?? '')
  const pages = [
    { label: 'Cuentas principales', href: urlFor('accounts') },
    { label: 'Traspasos entre cuentas', href: urlFor('accounts.transfers') },
    { label: 'Plan de cuentas', href: urlFor('accounts.plan') },
    { label: 'Diario', href: urlFor('accounts.journal') },
    { label: 'Asientos manuales', href: urlFor('accounts.manual') },
    { label: 'Sumas y saldos', href: urlFor('accounts.trial-balance') },
    ...(readsGroup ? [{ label: 'Saldos con el grupo', href: urlFor('accounts.group-balances') }] : []),
    { label: 'Tipos de cambio', href: urlFor('accounts.fx-rates') },
    { label: 'Partidas abiertas', href: urlFor('accounts.open-items') },
    { label: 'Períodos', href: urlFor('accounts.periods') },
  ]
  return pages.filter((page) => page.label !== own)
}
