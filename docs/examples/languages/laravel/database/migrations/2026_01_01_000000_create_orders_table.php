<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Schema;

return new class extends Migration {
    public function up(): void
    {
        Schema::create('orders', function (Blueprint $table) {
            $table->string('reference')->primary();
            $table->unsignedInteger('amount'); // in minor units: 4999 is €49.99
            $table->string('currency', 3);
            $table->timestamp('paid_at')->nullable();
        });
    }
};
