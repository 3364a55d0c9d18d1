import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

const WORDS: Record<string, string> = {
  blocked: 'El proveedor está bloqueado.',
  draft: 'El proveedor está por validar.',
  merged: 'El proveedor se fusionó con otro: reasigne la factura.',
}

export const barredProvider = defineRule({
  code: 'P1',
  name: 'Proveedor bloqueado o inactivo',
  family: 'process',
  severity: 'blocking',
  explains: 'El proveedor está bloqueado, por validar o fusionado (bloqueante), o inactivo (aviso).',
  params: {},
  decide({ providerStatus: status, providerActive }) {
    if (status === null || (providerActive && status === 'active')) return null
    return {
      message: WORDS[status] ?? 'El proveedor está inactivo.',
      key: status,
      severity: status === 'active' ? 'warning' : 'blocking',
      evidence: { values: [value('Estado', status)] },
    }
  },
})
