import { findIbanOwners } from '#app/invoices/audit/questions/find_iban_owners'
import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { maskIban } from '#app/kernel/identifiers/iban'

export const accountOfAnother = defineRule({
  code: 'B3',
  name: 'IBAN de otro proveedor o empleado',
  family: 'bank',
  severity: 'blocking',
  explains: 'El IBAN impreso pertenece a otra persona o empresa conocida.',
  params: {},
  asks: { owners: findIbanOwners },
  concerns: ({ ibanDetected }) => ibanDetected !== null,
  decide({ ibanDetected }, { told }) {
    const [owner] = told.owners ?? []
    if (!owner || !ibanDetected) return null
    return {
      message: `El IBAN impreso pertenece a ${owner.name}.`,
      key: `${owner.kind}:${owner.name}`,
      evidence: { values: [value('IBAN', maskIban(ibanDetected)), value('Titular conocido', owner.name)] },
    }
  },
})
