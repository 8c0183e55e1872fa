// Starts the window: nothing here but putting the parts together.
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { tellFailure } from '../api/desktop/screen-failure.ts'
import App from './App.vue'
import { createAppRouter } from './router.ts'
import '../theme/base.css'
import '../theme/form.css'
import '../theme/operation.css'
import '../theme/parts.css'
import '../theme/outcome.css'
import '../theme/motion.css'

const app = createApp(App)
// What no boundary shows: a handler or a watcher that threw. The screen stands.
app.config.errorHandler = (error, _component, info) => void tellFailure(error, info, '')
app.use(createPinia()).use(createAppRouter()).mount('#app')
