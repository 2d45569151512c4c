import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app.component';

void bootstrapApplication(App);
