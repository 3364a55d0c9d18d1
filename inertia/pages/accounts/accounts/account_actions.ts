import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { MenuAction } from '~/kit/page_head'
import { urlFor } from '~/urls'
import type { AccountHead } from './account_props'

type Words = Omit<Confirmation, 'url' | 'method' | 'values'>

const words: Record<string, (name: string) => Words> = {
  pause: (name) => ({
    title: 'Pausar la cuenta',
    question: `«${name}» no admitirá nuevos pagos; sus extractos seguirán llegando.`,
    submitLabel: 'Pausar',
    reason: { label: 'Motivo', isRequired: true },
  }),
  resume: (name) => ({
    title: 'Reanudar la cuenta',
    question: `«${name}» volverá a admitir pagos.`,
    submitLabel: 'Reanudar',
  }),
  close: (name) => ({
    title: 'Cerrar la cuenta',
    question: `«${name}» dejará de admitir apuntes. Debe tener saldo cero y nada pendiente.`,
    submitLabel: 'Cerrar la cuenta',
    isDangerous: true,
    reason: { label: 'Motivo', isRequired: true },
  }),
  reopen: (name) => ({
    title: 'Reabrir la cuenta',
    question: `«${name}» volverá a estar activa.`,
    submitLabel: 'Reabrir',
    reason: { label: 'Motivo', isRequired: true },
  }),
}

/** What may be done with an account now, each asking first; only one that was never used can be deleted. */
export function accountMenu(
  account: AccountHead,
  canDelete: boolean,
  ask: (confirmation: Confirmation) => void
): MenuAction[] {
  const moves = account.actions.flatMap((transition) => {
    const said = words[transition]?.(account.name)
    if (!said) return []
    const url = urlFor('accounts.status.update', { id: account.id })
    const isLost = account.isPayerDefault && (transition === 'pause' || transition === 'close')
    const question = isLost ? `${said.question} ${noPayer(account)}` : said.question
    return {
      label: said.title,
      isDangerous: said.isDangerous,
      onSelect: () => ask({ ...said, question, url, method: 'put', values: { transition } }),
    }
  })
  return canDelete ? [...moves, deletion(account, ask)] : moves
}

/** What nobody should find out by the next payment. */
const noPayer = ({ currency }: AccountHead) =>
  `Dejará de ser la cuenta de pago por defecto de la empresa en ${currency}: elija otra, o esta otra vez cuando vuelva a estar activa.`

const deletion = (account: AccountHead, ask: (confirmation: Confirmation) => void): MenuAction => ({
  label: 'Eliminar la cuenta',
  isDangerous: true,
  onSelect: () =>
    ask({
      title: 'Eliminar la cuenta',
      question: `«${account.name}» no se ha usado nunca. Se eliminará junto con su cuenta contable ${account.ledgerCode}.`,
      submitLabel: 'Eliminar la cuenta',
      isDangerous: true,
      method: 'delete',
      url: urlFor('accounts.destroy', { id: account.id }),
    }),
})

/** What happened to an account, in words. */
export const accountEvents = {
  'bank_account.opened': { title: 'Cuenta creada', tone: 'green' },
  'bank_account.updated': { title: 'Datos modificados' },
  'bank_account.pause': { title: 'Cuenta pausada', tone: 'amber' },
  'bank_account.resume': { title: 'Cuenta reanudada', tone: 'green' },
  'bank_account.close': { title: 'Cuenta cerrada', tone: 'grey' },
  'bank_account.unreachable': { title: 'El banco no responde', tone: 'red' },
  'bank_account.reopen': { title: 'Cuenta reabierta', tone: 'green' },
  'bank_account.permission_changed': { title: 'Permisos cambiados', tone: 'amber' },
  'bank_profile.created': { title: 'Perfil bancario creado' },
  'bank_profile.updated': { title: 'Perfil bancario modificado', tone: 'amber' },
  'bank_statement.imported': { title: 'Extracto importado', tone: 'blue' },
  'bank_statement.paid_listed': { title: 'Pago a una cuenta de la lista negra', tone: 'red' },
  'bank_statement.received_listed': { title: 'Cobro de una cuenta de la lista negra' },
  'bank_statement.undone': { title: 'Importación deshecha', tone: 'amber' },
  'bank_account.linked': { title: 'Asociada a una conexión', tone: 'green' },
  'bank_account.unlinked': { title: 'Desasociada de su conexión', tone: 'amber' },
  'bank_statement_line.united': { title: 'Movimiento repetido retirado', tone: 'amber' },
  'bank_statement_line.kept_apart': { title: 'No era un movimiento repetido' },
} as const

export const accountFields = {
  name: 'Nombre',
  providerCode: 'Entidad',
  iban: 'IBAN',
  bic: 'BIC',
  holderName: 'Titular',
  isPayerDefault: 'Cuenta de pago',
  sepaSuffix: 'Sufijo SEPA',
  currency: 'Divisa',
  openingBalance: 'Saldo inicial',
  parentAccountId: 'Cuenta de cargo',
  color: 'Color',
  sort: 'Orden',
  feeBasisPoints: 'Comisión de los abonos (centésimas de %)',
  feeFixedMinor: 'Comisión fija de los abonos (céntimos)',
  bankProfile: 'Perfil bancario',
  canView: 'Ver',
  canPay: 'Pagar',
  canReconcile: 'Conciliar',
  painVersion: 'Formato',
  charset: 'Caracteres',
  batchBooking: 'Un solo cargo por remesa',
  needsNifSuffix: 'NIF con sufijo',
  needsBic: 'Exige BIC',
  instantAllowed: 'Transferencias inmediatas',
  maxOperations: 'Operaciones por fichero',
  cutOff: 'Hora de corte',
}
