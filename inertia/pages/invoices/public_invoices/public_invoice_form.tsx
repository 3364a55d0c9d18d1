import { AmountField } from '~/kit/fields/amount_field'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import { BareForm } from '~/kit/form/bare_form'
import { FileDrop } from '~/kit/form/file_drop'
import { TrapField } from '~/kit/form/trap_field'
import { usePublicSubmission } from '~/kit/form/use_public_submission'
import { urlFor } from '~/urls'
import styles from './public_invoices.module.css'
import { emptyValues, type PublicPage, type PublicValues } from './public_values'

const mimes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/heic',
  'text/xml',
  'application/xml',
]
const sizeMaxBytes = 10 * 1024 * 1024
const formats = 'PDF, JPG, PNG, TIFF o XML'

/** The invoice and who sends it. */
export function PublicInvoiceForm({ page }: { page: PublicPage }) {
  const form = usePublicInvoiceForm(page)
  return (
    <BareForm
      title="Registrar una factura"
      lead={
        page.site
          ? `Para ${page.site}. No necesita cuenta: recibirá un correo con un enlace para seguir su estado.`
          : 'No necesita cuenta: recibirá un correo con un enlace para seguir su estado.'
      }
      form={form}
      submitLabel="Registrar factura"
      isWide
    >
      {page.site ? null : (
        <TaxIdField
          label="NIF de la empresa que recibe la factura"
          isRequired
          {...form.field('customerTaxId')}
        />
      )}
      <IssuerFields form={form} />
      <InvoiceFields form={form} />
      <TrapField {...form.field('website')} />
      <CheckboxField
        label="Acepto la política de privacidad"
        help="Usamos estos datos solo para tramitar la factura y avisarle de su estado, y los guardamos el tiempo que la ley exige para las facturas."
        isRequired
        {...form.field('privacy')}
      />
    </BareForm>
  )
}

const usePublicInvoiceForm = (page: PublicPage) =>
  usePublicSubmission(page, {
    initial: emptyValues,
    url: urlFor('public.invoices.store'),
    transform: (values) => sent(values, page),
  })

type FieldsProps = { form: ReturnType<typeof usePublicInvoiceForm> }

function IssuerFields({ form }: FieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Quién la emite</legend>
      <TaxIdField label="NIF del emisor" accepts="any" isRequired {...form.field('providerTaxId')} />
      <TextField label="Razón social" isRequired lengthMax={160} {...form.field('providerName')} />
      <TextField
        label="Correo electrónico"
        type="email"
        help="Aquí le enviaremos el enlace y los cambios de estado."
        isRequired
        lengthMax={254}
        {...form.field('email')}
      />
    </fieldset>
  )
}

function InvoiceFields({ form }: FieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>La factura</legend>
      <FileDrop
        label="Archivo de la factura"
        isRequired
        help={`${formats}, hasta 10 MB.`}
        accept={mimes}
        formatsText={formats}
        sizeMaxBytes={sizeMaxBytes}
        countMax={1}
        progress={form.progress}
        errors={form.errors}
        {...form.field('file')}
      />
      <TextField label="Número" isRequired lengthMax={60} {...form.field('invoiceNumber')} />
      <div className={styles.pair}>
        <DayField label="Fecha" isRequired {...form.field('issuedOn')} />
        <AmountField label="Total" isRequired isNegativeAllowed {...form.field('total')} />
      </div>
      <TextField label="Concepto" lengthMax={200} {...form.field('concept')} />
      <FileDrop
        label="Documentos adjuntos"
        help="Albaranes, partes de trabajo… Hasta cinco, de 10 MB cada uno."
        accept={mimes}
        formatsText={formats}
        sizeMaxBytes={sizeMaxBytes}
        countMax={5}
        errors={form.errors}
        {...form.field('attachments')}
      />
    </fieldset>
  )
}

function sent({ file, customerTaxId, ...values }: PublicValues, { site, link }: PublicPage) {
  return {
    ...values,
    file: file[0] ?? null,
    ...(site ? { empresa: link } : { customerTaxId }),
  }
}
