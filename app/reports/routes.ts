import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const Dashboard = () => import('#app/reports/controllers/dashboard_controller')

router
  .get('/', [Dashboard, 'index'])
  .as('/')
  .use([middleware.home(), middleware.page({ entry: '/' })])
