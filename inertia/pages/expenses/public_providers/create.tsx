import { Head } from '@inertiajs/react'
import { CheckboxField, SelectField } from '~/kit/fields/choice_fields'
import { IbanField } from '~/kit/fields/iban_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import bare from '~/kit/form/bare.module.css'
import { BareForm } from '~/kit/form/bare_form'
import { FileDrop } from '~/kit/form/file_drop'
import { TrapField } from '~/kit/form/trap_field'
import { type PublicOpening, usePublicSubmission } from '~/kit/form/use_public_submission'
import { urlFor } from '~/urls'
import { countryOptions } from '../../providers/providers/provider_options'

const ACCEPT = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic']
const FORMATS = 'PDF, JPG, PNG, HEIC o WEBP'

const initial = {
  name: '',
  country: 'ES' as string | null,
  taxId: '',
  email: '',
  phone: '',
  address: '',
  activity: '',
  iban: '',
  certificate: [] as File[],
  privacy: false,
  website: '',
}

type Page = PublicOpening & { isSent: boolean }

/** Asks to be taken in as a supplier: the same answer for who is one already. */
export default function NewProviderPublic(page: Page) {
  const form = usePublicSubmission(page, {
    initial,
    url: urlFor('public.payexpenses.new-provider.store'),
    transform: ({ certificate, ...values }) => ({ ...values, certificate: certificate[0] ?? null }),
  })
  const isSpanish = form.values.country === 'ES'
  if (page.isSent)
    return (
      <>
        <Head title="Solicitud recibida" />
        <h1 className={bare.title}>Solicitud recibida</h1>
        <p className={bare.lead}>La revisaremos y le escribiremos si falta algo.</p>
      </>
    )
  return (
    <BareForm
      title="Alta de proveedor"
      lead="Envíenos sus datos y el certificado de titularidad de la cuenta."
      form={form}
      submitLabel="Enviar la solicitud"
      isWide
      foot={<a href={urlFor('public.payexpenses.index')}>Enviar una nota de gastos</a>}
    >
      <TextField label="Razón social" isRequired lengthMax={160} {...form.field('name')} />
      <SelectField label="País" isRequired options={countryOptions()} {...form.field('country')} />
      <TaxIdField
        label={isSpanish ? 'NIF' : 'Número fiscal (NIF-IVA si lo tiene)'}
        isRequired
        accepts={isSpanish ? 'spanish' : 'foreign'}
        {...form.field('taxId')}
      />
      <TextField
        label="Correo electrónico"
        type="email"
        isRequired
        lengthMax={254}
        {...form.field('email')}
      />
      <TextField label="Teléfono" type="tel" lengthMax={30} {...form.field('phone')} />
      <TextAreaField label="Dirección" isRequired rows={2} lengthMax={300} {...form.field('address')} />
      <TextField label="Actividad" lengthMax={200} {...form.field('activity')} />
      <IbanField label="IBAN" isRequired {...form.field('iban')} />
      <FileDrop
        label="Certificado bancario"
        isRequired
        help={`${FORMATS}, hasta 10 MB.`}
        accept={ACCEPT}
        formatsText={FORMATS}
        sizeMaxBytes={10 * 1024 * 1024}
        countMax={1}
        progress={form.progress}
        errors={form.errors}
        {...form.field('certificate')}
      />
      <TrapField {...form.field('website')} />
      <CheckboxField
        label="Acepto la política de privacidad"
        help="Usamos estos datos solo para darle de alta y pagarle, y los guardamos el tiempo que la ley exige."
        isRequired
        {...form.field('privacy')}
      />
    </BareForm>
  )
}
