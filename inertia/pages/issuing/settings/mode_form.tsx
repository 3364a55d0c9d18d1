import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TaxIdField } from '~/kit/fields/tax_id_field'
import { TextField } from '~/kit/fields/text_fields'
import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import type { TabProps } from './issuing_tab_data'

const modes = [
  { value: 'off', label: 'Sin VERI*FACTU' },
  { value: 'verifactu', label: 'VERI*FACTU: cada factura se registra y se envía a la AEAT' },
]

/** Whether the company uses VERI*FACTU, since when, and the data of the system that its records carry. */
export function ModeForm({ siteId, tab }: TabProps) {
  const form = useModeForm(siteId, tab)
  const isDisabled = !tab.canWrite
  return (
    <FormFrame form={form} className={styles.form} canSend={tab.canWrite}>
      {tab.isDue && tab.mode === 'off' ? (
        <p className={styles.notice}>Desde el 01/01/2027 la empresa no emite facturas sin VERI*FACTU.</p>
      ) : null}
      <SelectField label="Modo" isRequired isDisabled={isDisabled} options={modes} {...form.field('mode')} />
      {form.values.mode === 'verifactu' ? (
        <>
          <div className={styles.pair}>
            <DayField label="Desde" isRequired isDisabled={isDisabled} {...form.field('verifactuFrom')} />
            <TextField
              label="Lo deja al acabar el año"
              help="Vacío = sigue. Quien ha enviado registros sigue hasta el 31 de diciembre."
              isDisabled={isDisabled}
              {...form.field('endsInYear')}
            />
          </div>
          <TextField
            label="Nombre en el censo de la AEAT"
            isRequired
            isDisabled={isDisabled}
            help={`NIF ${tab.taxId} · instalación ${tab.installation}`}
            {...form.field('issuerName')}
          />
          <div className={styles.pair}>
            <TextField
              label="Productor del sistema"
              isRequired
              isDisabled={isDisabled}
              help="Quien firma la declaración responsable."
              {...form.field('producerName')}
            />
            <TaxIdField
              label="NIF del productor"
              isRequired
              isDisabled={isDisabled}
              {...form.field('producerTaxId')}
            />
          </div>
          <DeclarationFields form={form} isDisabled={isDisabled} />
        </>
      ) : null}
      {tab.canWrite ? <FormFoot form={form} submitLabel="Guardar cambios" /> : null}
    </FormFrame>
  )
}

type DeclarationProps = { form: ReturnType<typeof useModeForm>; isDisabled: boolean }

/** What the responsible declaration says of the producer beside name and NIF. */
function DeclarationFields({ form, isDisabled }: DeclarationProps) {
  return (
    <>
      <TextField
        label="Domicilio del productor"
        isDisabled={isDisabled}
        help="Dirección postal completa, como consta en la declaración responsable."
        {...form.field('producerAddress')}
      />
      <div className={styles.pair}>
        <TextField label="Lugar de la declaración" isDisabled={isDisabled} {...form.field('declaredPlace')} />
        <DayField label="Fecha de la declaración" isDisabled={isDisabled} {...form.field('declaredOn')} />
      </div>
    </>
  )
}

function useModeForm(siteId: number, tab: TabProps['tab']) {
  return useFormSubmission({
    initial: {
      mode: tab.mode as string | null,
      verifactuFrom: tab.verifactuFrom ?? '2027-01-01',
      endsInYear: tab.endsInYear === null ? '' : String(tab.endsInYear),
      issuerName: tab.issuerName,
      producerName: tab.producerName,
      producerTaxId: tab.producerTaxId,
      producerAddress: tab.producerAddress,
      declaredPlace: tab.declaredPlace,
      declaredOn: tab.declaredOn ?? '',
    },
    method: 'put',
    url: urlFor('sites.issuing.update', { id: siteId }),
    transform: (typed) => ({
      ...typed,
      endsInYear: typed.endsInYear === '' ? null : typed.endsInYear,
      declaredOn: typed.declaredOn === '' ? null : typed.declaredOn,
      lockVersion: tab.lockVersion,
    }),
  })
}
