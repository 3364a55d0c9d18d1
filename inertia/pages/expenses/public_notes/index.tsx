import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import { BareForm } from '~/kit/form/bare_form'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'

/** Asks for a new link to a note: it goes to the address it was sent in with, and nothing is said here. */
export default function ExpenseNoteLookup({ isSent }: { isSent: boolean }) {
  const form = useFormSubmission({
    initial: { number: '', taxId: '' },
    url: urlFor('public.payexpenses.status.send'),
    leaving: 'allow',
  })
  return (
    <BareForm
      title="Estado de una nota de gastos"
      lead={
        isSent ? (
          <span role="status">Si los datos son correctos, le hemos enviado un correo con el enlace.</span>
        ) : (
          'Le enviaremos un enlace al correo con el que la envió.'
        )
      }
      form={form}
      submitLabel="Enviar el enlace"
      foot={
        <>
          <a href={urlFor('public.payexpenses.index')}>Enviar una nota de gastos</a>
          <a href={urlFor('public.payexpenses.new-provider')}>Darse de alta como proveedor</a>
        </>
      }
    >
      <TextField
        label="Número de la nota"
        placeholder="NG-2026-0001"
        isRequired
        hasFocus
        {...form.field('number')}
      />
      <TaxIdField label="NIF o número de documento" accepts="any" isRequired {...form.field('taxId')} />
    </BareForm>
  )
}
