import { accessTeller } from '#app/identity/access_told'
import { defineArea } from '#app/kernel/area'
import { policySetting } from '#app/sites/actions/save_approval_policies'
import { coolingSetting } from '#app/sites/actions/set_cooling_hours'
import { directBooking } from '#app/sites/actions/set_direct_booking'
import { paidForSetting } from '#app/sites/actions/set_paid_for'
import { capSetting } from '#app/sites/actions/set_senior_cap'
import { guardSetting } from '#app/sites/second_person/guarded_setting'
import { tellOfAccessChange } from '#app/sites/second_person/tell_of_access_change'

/** Companies, who may approve what, settings of the group. */
export const sites = defineArea({
  name: 'sites',
  floor: 5,
  tables: [
    'document_hands',
    'setting_changes',
    'site_centers',
    'categories',
    'approvals',
    'approval_kinds',
    'approval_policies',
    'approval_decisions',
    'group_settings',
    'holidays',
    'company_payers',
  ],
  parties: [
    {
      type: 'site',
      name: (id) => `select legal_name::text from sites where id = ${id}`,
      byTaxId: `select id, tax_id::text as tax_id, legal_name as name from sites where tax_id = any(:taxIds::citext[]) and id <> :siteId`,
    },
  ],
  menu: {
    sites: ['sites/sites/edit', 'sites/pending_changes/index'],
  },
  routes: [() => import('#app/sites/routes')],
  jobs: [async () => (await import('#app/sites/jobs/open_fiscal_years_job')).openFiscalYearsJob],
  refusals: {
    CS001: 'Una empresa no puede depender de sí misma ni de sus filiales.',
    CS002: 'No se puede cambiar: la empresa ya tiene asientos.',
    CS003: 'Una aprobación no se modifica: finalícela y proponga otra.',
    CS004:
      'Solo otra persona con el rol de sistema, que no haya invitado ni cambiado a quien aprobará, puede activar una aprobación.',
    CS007: 'Su usuario está pendiente de confirmar por otra persona: hasta entonces no aprueba.',
    CS008: 'Su usuario está pendiente de confirmar por otra persona: hasta entonces no puede ser la segunda.',
    CS009: 'Debe confirmarlo otra persona, que no haya intervenido y esté confirmada.',
    CS010: 'Relajar un control exige que lo confirme otra persona.',
    CS011: 'Debe confirmar el cambio otra persona, ya confirmada: recargue la página.',
    CS013:
      'Quien ha invitado a una persona o cambiado su acceso no responde de lo que ella ha hecho hasta que otra la confirme.',
    CS014:
      'Su usuario está pendiente de confirmar por otra persona: hasta entonces no invita a nadie ni cambia el acceso de otros.',
    CS015: 'Lo decidido no se modifica ni se borra: solo se anula.',
    CS016: 'Nadie cambia el rol, el correo, las empresas o el estado de un usuario sin que conste quién.',
    CS005: 'La empresa tiene asientos fuera de esas fechas.',
    CS006: 'Solo el rol de sistema, con su segundo factor, puede dar una aprobación de emergencia.',
  },
  /** The settings that one person alone does not loosen, and who is told of what somebody may do. */
  boot() {
    accessTeller.answer(tellOfAccessChange)
    guardSetting(policySetting)
    guardSetting(coolingSetting)
    guardSetting(capSetting)
    guardSetting(directBooking)
    guardSetting(paidForSetting)
  },
})
