import type { Confirmation } from '~/kit/dialog/confirm_action'
import { urlFor } from '~/urls'
import type { ContractHead } from './contract_page'

const named = ({ reference, title, provider }: ContractHead) => `${reference}, «${title}», con ${provider}.`

export const submit = (contract: ContractHead): Confirmation => ({
  title: 'Enviar a aprobación',
  question: `${named(contract)} Otra persona lo aprobará; mientras tanto no se modifica.`,
  submitLabel: 'Enviar a aprobación',
  url: urlFor('provider-contracts.submit', { id: contract.id }),
})

export const approve = (contract: ContractHead): Confirmation => ({
  title: 'Aprobar el contrato',
  question: `${named(contract)} Sus facturas se compararán con él. Los precios aprobados no se modifican: se añaden adendas.`,
  submitLabel: 'Aprobar el contrato',
  url: urlFor('provider-contracts.approve', { id: contract.id }),
})

export const returnToDraft = (contract: ContractHead): Confirmation => ({
  title: 'Devolver a borrador',
  question: named(contract),
  submitLabel: 'Devolver',
  reason: { label: 'Motivo', isRequired: true },
  url: urlFor('provider-contracts.return', { id: contract.id }),
  method: 'delete',
})

export const resume = (contract: ContractHead): Confirmation => ({
  title: 'Reanudar el contrato',
  question: `${named(contract)} Vuelve a cubrir también los días en que estuvo suspendido.`,
  submitLabel: 'Reanudar',
  reason: { label: 'Observaciones', isRequired: false },
  url: urlFor('provider-contracts.resume', { id: contract.id }),
  method: 'delete',
})

export const remove = (contract: ContractHead): Confirmation => ({
  title: 'Eliminar el borrador',
  question: `${named(contract)} Se elimina con sus precios.`,
  submitLabel: 'Eliminar el borrador',
  isDangerous: true,
  url: urlFor('provider-contracts.destroy', { id: contract.id }),
  method: 'delete',
})
