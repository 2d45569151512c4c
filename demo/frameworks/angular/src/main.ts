import { bootstrapApplication } from '@angular/platform-browser';
import { Checkout } from './checkout.component';

void bootstrapApplication(Checkout);
