import { findSamePerson } from '#app/invoices/audit/questions/find_same_person'
import { defineRule } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'

export const samePerson = defineRule({
  code: 'S1',
  name: 'Editor = aprobador',
  family: 'origin',
  severity: 'blocking',
  isLocked: true,
  explains:
    'Una misma persona dio de alta el proveedor, su cuenta (que nadie más ha verificado) y la factura, o aprobó lo que editó.',
  params: {},
  asks: { person: findSamePerson },
  decide(_invoice, { told }) {
    const { person } = told
    if (!person) return null
    return {
      message:
        person.what === 'everything'
          ? `${person.name} dio de alta el proveedor, la cuenta y la factura. Otra persona debe verificar la cuenta.`
          : `${person.name} intervino en la factura y la aprobó.`,
      key: `${person.what}:${person.userId}`,
      evidence: { values: [value('Persona', person.name)] },
    }
  },
})
