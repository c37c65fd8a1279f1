import { createRoot } from 'react-dom/client';
import { changeLanguage } from '#web/i18n/language.ts';
import '#web/ui/base.css';
import { PaymentMethodsGallery } from './PaymentMethodsGallery.tsx';

/** A page with only the payment methods: `?token=` is a client token, `?language=es` the language. */
const query = new URLSearchParams(location.search);
if (query.get('language') === 'es') changeLanguage('es');
const root = document.getElementById('root');
if (root) createRoot(root).render(<PaymentMethodsGallery clientToken={query.get('token')} />);
