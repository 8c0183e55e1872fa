// Starts the window: nothing here but putting the parts together.
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { createDeskRouter } from './router.ts'
import '../theme/base.css'
import '../theme/form.css'
import '../theme/operation.css'
import '../theme/parts.css'

createApp(App).use(createPinia()).use(createDeskRouter()).mount('#app')
